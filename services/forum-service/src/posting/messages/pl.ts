import type { Messages } from '../complaint.ts';

/** A draft: nobody who speaks the language has read it yet. */
export const PL: Messages = {
  required: 'Proszę wypełnić to pole.',
  text: 'Tu musi być tekst.',
  'too-long': 'Najwyżej {maximum} znaków.',
  'one-line': 'Tekst musi się mieścić w jednym wierszu.',
  'control-characters': 'Są tu znaki, których nie można wyświetlić.',
  email: 'Proszę podać adres e-mail, na przykład imie@example.com.',
  topic: 'Proszę wybrać jeden z tematów tego forum.',
  flag: 'Proszę odpowiedzieć tak lub nie (true lub false).',
  integer: 'Proszę podać liczbę całkowitą, najwyżej {maximum}.',
  'too-many-tags': 'Najwyżej {maximum} tagów.',
  'long-tag': 'Tag może mieć najwyżej {maximum} znaków.',
  unknown: 'Tego pola nie ma na tym forum.',
  key: 'Klucza nie można wysłać w polu.',
  file: 'Wybierz jeden plik, który nie jest pusty.',
  'file-type':
    'Takiego pliku nie można przyjąć; można obrazy, dźwięk, wideo, PDF, dokumenty biurowe, tekst, CSV (UTF-8) i ZIP.',
  'file-macros': 'Nie można przyjąć dokumentów z makrami. Zapisz kopię bez makr i wyślij ją.',
  duplicate: 'To zostało już wysłane.',
  voted: 'Z tego adresu e-mail oddano już głos.',
  throttled: 'W krótkim czasie wysłano stąd zbyt wiele. Proszę spróbować ponownie za minutę.',
  refused: 'Tego nie można tutaj opublikować.',
  gone: 'Tego, czego to dotyczyło, już tu nie ma.',
  unavailable: 'Forum nie może tego teraz przyjąć. Proszę spróbować ponownie nieco później.',
  failed: 'Coś poszło nie tak po naszej stronie. Proszę spróbować ponownie nieco później.',
  unreadable: 'Nie udało się odczytać tego, co zostało wysłane.',
  'too-large': 'To więcej tekstu, niż można wysłać za jednym razem.',
  address: 'Ten formularz prowadzi pod adres, który nie jest dozwolony.',
};
