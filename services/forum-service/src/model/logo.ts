import { IMAGE_ENDINGS, type ImageType } from '@guidepost/files/image-type';

export interface Logo {
  /** Path of the image. */
  address: string;
  /** Pixels. */
  width: number;
  height: number;
}

export interface LogoRow extends Omit<Logo, 'address'> {
  token: string;
  media_type: ImageType;
}

const NAME = /^([A-Za-z0-9_-]{22})\.([a-z]{3,4})$/;

export function logoAt({ token, media_type, width, height }: LogoRow): Logo {
  return { address: `/logos/${token}.${IMAGE_ENDINGS[media_type]}`, width, height };
}

/** The token and ending in the last segment of a logo's address. */
export function parseLogoName(name: string): { token: string; ending: string } | undefined {
  const [, token, ending] = NAME.exec(name) ?? [];
  return token !== undefined && ending !== undefined ? { token, ending } : undefined;
}
