import { fileAddress, type ImageType } from '../model/file-address.ts';

/** What stands beside the name of a knowledge base on its pages. */
export interface Logo {
  /** From the root of this service: `/files/<token>.<ending>`. */
  address: string;
  /** In pixels. */
  width: number;
  height: number;
}

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
