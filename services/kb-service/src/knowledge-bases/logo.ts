import { fileAddress, type ImageType } from '../model/file-address.ts';
import type { Logo } from '../model/knowledge-base.ts';

/** A logo as statements read it. */
export interface StoredLogo {
  token: string;
  media_type: ImageType;
  width: number;
  height: number;
}

/** A row of `knowledge_bases` with the address of its logo. */
export function withLogoAddress<Row extends { logo: StoredLogo | null }>({ logo, ...row }: Row) {
  return { ...row, logo: logo && describeLogo(logo) };
}

function describeLogo({ token, media_type, width, height }: StoredLogo): Logo {
  return { address: fileAddress(token, media_type), width, height };
}
