import type { Messages } from '../complaint.ts';

/** A draft: nobody who speaks the language has read it yet. */
export const FI: Messages = {
  required: 'Täytä tämä kenttä.',
  text: 'Tässä on oltava tekstiä.',
  'too-long': 'Tässä voi olla enintään {maximum} merkkiä.',
  'one-line': 'Tekstin on oltava yhdellä rivillä.',
  'control-characters': 'Tässä on merkkejä, joita ei voi näyttää.',
  email: 'Anna sähköpostiosoite, esimerkiksi nimi@example.com.',
  topic: 'Valitse jokin tämän foorumin aiheista.',
  flag: 'Vastaa kyllä tai ei (true tai false).',
  integer: 'Anna kokonaisluku, joka on enintään {maximum}.',
  'too-many-tags': 'Tunnisteita voi olla enintään {maximum}.',
  'long-tag': 'Tunnisteessa voi olla enintään {maximum} merkkiä.',
  unknown: 'Tätä kenttää ei ole tässä foorumissa.',
  key: 'Avainta ei voi lähettää kentässä.',
  file: 'Valitse yksi tiedosto, joka ei ole tyhjä.',
  'file-type':
    'Tällaista tiedostoa ei oteta vastaan. Kuvat, ääni, video, PDF, toimistoasiakirjat, teksti, CSV ja ZIP käyvät.',
};
