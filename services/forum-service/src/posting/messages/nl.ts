import type { Messages } from '../complaint.ts';

/** A draft: nobody who speaks the language has read it yet. */
export const NL: Messages = {
  required: 'Vul dit veld in.',
  text: 'Hier moet tekst staan.',
  'too-long': 'Hier kunnen hoogstens {maximum} tekens staan.',
  'one-line': 'De tekst moet op één regel staan.',
  'control-characters': 'Er staan tekens die niet getoond kunnen worden.',
  email: 'Vul een e-mailadres in, bijvoorbeeld naam@example.com.',
  topic: 'Kies een van de onderwerpen van dit forum.',
  flag: 'Antwoord met ja of nee (true of false).',
  integer: 'Vul een geheel getal in van hoogstens {maximum}.',
  'too-many-tags': 'Er kunnen hoogstens {maximum} tags zijn.',
  'long-tag': 'Een tag kan hoogstens {maximum} tekens hebben.',
  unknown: 'Dit veld bestaat niet in dit forum.',
  key: 'Een sleutel kan niet als veld worden verzonden.',
  file: 'Kies één bestand dat niet leeg is.',
  'file-type':
    'Zo’n bestand wordt niet aangenomen; afbeeldingen, geluid, video, pdf, kantoordocumenten, tekst, csv (UTF-8) en zip wel.',
  'file-macros':
    'Documenten met macro’s worden niet aangenomen. Sla een kopie zonder macro’s op en verstuur die.',
  duplicate: 'Dit is al verzonden.',
  voted: 'Er is al gestemd met dit e-mailadres.',
  throttled: 'Er is hiervandaan in korte tijd te veel verzonden. Probeer het over een minuut opnieuw.',
  refused: 'Dit kan hier niet worden geplaatst.',
  gone: 'Waar dit bij hoorde, bestaat niet meer.',
  unavailable: 'Het forum kan dit op dit moment niet aannemen. Probeer het iets later opnieuw.',
  failed: 'Er ging bij ons iets mis. Probeer het iets later opnieuw.',
  unreadable: 'Wat er is verzonden, kon niet worden gelezen.',
  'too-large': 'Dit is meer tekst dan er in één keer kan worden verzonden.',
  address: 'Dit formulier leidt naar een adres dat niet is toegestaan.',
};
