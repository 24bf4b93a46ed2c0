import type { DeskCatalogue } from '../en.ts';

/** Why something was refused, in Dutch. */
export const PROBLEMS: DeskCatalogue['problems'] = {
  signedOut: 'U bent afgemeld. Meld u opnieuw aan.',
  roleForbids: 'Uw rol staat dit niet toe.',
  changedMeanwhile: 'Er is ondertussen iets gewijzigd. Laad de pagina opnieuw en probeer het nog eens.',
  tooLarge: 'Dat is te groot.',
  tooSlow: 'De verbinding was te traag. Probeer het opnieuw.',
  unclear: 'Het verzoek kon niet worden begrepen. Laad de pagina opnieuw en probeer het nog eens.',
  otherSite: 'Dit verzoek kwam van een andere site en is geweigerd.',
  noSecureAddress: 'Stel DESK_URL in op het https-adres waarop de redactie wordt geopend.',
  lastOwner: 'Dit is de laatste eigenaar. Maak eerst iemand anders eigenaar.',
  alreadyMember: '{email} hoort al bij het team of is al uitgenodigd.',
  otherTeams: '{email} hoort ook bij andere teams. Vraag de beheerder van de server om een nieuwe link.',
  otherPerson: 'Deze uitnodiging is voor {email}. Meld u af en open de link opnieuw.',
  wayClosed: 'Deze manier van aanmelden is uitgeschakeld.',
  signInFailed: 'Het aanmelden is niet gelukt. Begin opnieuw.',
  notInvited: '{email} is niet uitgenodigd. Hoofdletters en kleine letters worden onderscheiden.',
  noAddress: 'Het account van uw organisatie heeft geen e-mailadres dat kan worden gebruikt.',
  addressNotVerified: 'Uw organisatie heeft het adres {email} niet geverifieerd.',
  otherAccount: '{email} meldt zich aan met een ander account van uw organisatie.',
  emailAddress: 'Voer een e-mailadres in zoals anna@example.com.',
  passwordTooShort: 'Een wachtwoord moet minstens {limit} tekens hebben.',
  passwordTooLong: 'Een wachtwoord mag hoogstens {limit} tekens hebben.',
  passwordTooCommon:
    'Veel mensen gebruiken dit wachtwoord, dus het wordt als eerste geraden. Kies een ander.',
  notYourPassword: 'Dit is niet uw huidige wachtwoord.',
  nameLength: 'Een naam moet 1 tot {limit} tekens hebben.',
  keyNameTaken: 'Er is al een sleutel met deze naam.',
  neverPublished: 'Nog nooit gepubliceerd: {guides}. Er is niets gewijzigd.',
  draftOfOther: 'Alleen {name} en redacteuren kunnen dit concept verwerpen.',
  noSuchChoice: 'Deze keuze bestaat niet. Laad de pagina opnieuw en probeer het nog eens.',
  tooManyTags: 'Een bericht kan hoogstens {limit} labels hebben.',
  topicNotOffered: 'Het forum heeft dit onderwerp niet meer. Kies een ander onderwerp.',
  dialogDeletedToo: 'Het bericht van deze reactie is ook verwijderd. Herstel dat eerst.',
  answeredMeanwhile:
    '{name} heeft intussen geantwoord. Uw antwoord staat nog in het formulier: publiceer het als het nog nodig is.',
  fieldTaken: 'Er is al een veld met deze naam.',
  fieldNameRule:
    'De naam moet 1 tot 63 tekens hebben (a tot en met z, cijfers en ‘_’), met een letter beginnen en mag niet de naam van een standaardveld zijn.',
  fieldMaximumRule: 'Het maximum moet een positief geheel getal zijn.',
  storageFull:
    'De opslagruimte van uw account is vol: de bestanden mogen samen hoogstens {limit} MB innemen.',
  movedAway: '{name} is naar een andere server verhuisd.',
};
