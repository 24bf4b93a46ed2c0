import type { FormCall } from '@guidepost/desk';
import { parseLocale, parseSite, VENDORS } from '@guidepost/fetch';
import { AppError } from '@guidepost/service-kit';
import type { FetchedSource } from '../../archive/jobs/fetch-source.ts';
import type { KbCall } from '../kb-tenant.ts';

/** The values that the form of another vendor's help centre shows; never a token. */
export interface TypedCentre {
  vendor: string;
  site: string;
  locale: string;
  allImages: boolean;
}

export const NO_CENTRE: TypedCentre = { vendor: '', site: '', locale: '', allImages: false };

/** Vendors, as the form lists them. */
export const VENDOR_CHOICES = Array.from(VENDORS.values(), ({ name, title }) => ({ name, title }));

/** Tokens go into a header. */
const TOKEN = /^[\x21-\x7e]{1,2000}$/;

export function typedCentre({ form }: Pick<FormCall<KbCall>, 'form'>): TypedCentre {
  return {
    vendor: form.first('vendor') ?? '',
    site: form.first('site')?.trim() ?? '',
    locale: form.first('locale')?.trim() ?? '',
    allImages: form.first('images') === 'all',
  };
}

/** @throws AppError `invalid` with fields of the form */
export function readCentre({ form, tenant }: FormCall<KbCall>): FetchedSource {
  const typed = typedCentre({ form });
  const vendor = VENDORS.get(typed.vendor);
  const site = parseSite(typed.site);
  const token = form.first('token_of_vendor')?.trim() || undefined;
  const locale = typed.locale === '' ? undefined : parseLocale(typed.locale);
  if (!vendor) throw wrong('vendor', 'noSuchChoice');
  if (!site || typed.site.length > 1_000) throw wrong('site', 'fetchSiteRule');
  if (token === undefined ? vendor.needsToken : !TOKEN.test(token))
    throw wrong('token_of_vendor', 'fetchTokenRule');
  if (typed.locale !== '' && locale === undefined) throw wrong('locale', 'fetchLocaleRule');
  return {
    knowledgeBaseId: tenant.id,
    host: tenant.key,
    vendor,
    site,
    token,
    locale,
    images: typed.allImages ? 'all' : 'own',
  };
}

function wrong(field: string, reason: string): AppError {
  const message = 'This is not allowed.';
  return new AppError('invalid', message, { fields: { [field]: [message] }, reason });
}
