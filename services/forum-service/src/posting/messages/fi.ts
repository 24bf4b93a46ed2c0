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
    'Tällaista tiedostoa ei oteta vastaan. Kuvat, ääni, video, PDF, toimistoasiakirjat, teksti, CSV (UTF-8) ja ZIP käyvät.',
  'file-macros':
    'Makroja sisältäviä asiakirjoja ei oteta vastaan. Tallenna kopio ilman makroja ja lähetä se.',
  duplicate: 'Tämä on jo lähetetty.',
  voted: 'Tällä sähköpostiosoitteella on jo äänestetty.',
  throttled: 'Täältä on lähetetty liian paljon lyhyessä ajassa. Yritä uudelleen minuutin kuluttua.',
  refused: 'Tätä ei voi julkaista täällä.',
  gone: 'Sitä, mihin tämä liittyi, ei enää ole.',
  unavailable: 'Foorumi ei voi ottaa tätä vastaan juuri nyt. Yritä uudelleen hetken kuluttua.',
  failed: 'Meillä tapahtui virhe. Yritä uudelleen hetken kuluttua.',
  unreadable: 'Lähetettyä ei voitu lukea.',
  'too-large': 'Tekstiä on enemmän kuin kerralla voi lähettää.',
  address: 'Lomake johtaa osoitteeseen, joka ei ole sallittu.',
};
