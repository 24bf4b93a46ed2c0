import { stemmer as arabic } from '@orama/stemmers/arabic';
import { stemmer as armenian } from '@orama/stemmers/armenian';
import { stemmer as bulgarian } from '@orama/stemmers/bulgarian';
import { stemmer as danish } from '@orama/stemmers/danish';
import { stemmer as dutch } from '@orama/stemmers/dutch';
import { stemmer as finnish } from '@orama/stemmers/finnish';
import { stemmer as french } from '@orama/stemmers/french';
import { stemmer as german } from '@orama/stemmers/german';
import { stemmer as greek } from '@orama/stemmers/greek';
import { stemmer as hungarian } from '@orama/stemmers/hungarian';
import { stemmer as hindi } from '@orama/stemmers/indian';
import { stemmer as indonesian } from '@orama/stemmers/indonesian';
import { stemmer as irish } from '@orama/stemmers/irish';
import { stemmer as italian } from '@orama/stemmers/italian';
import { stemmer as lithuanian } from '@orama/stemmers/lithuanian';
import { stemmer as nepali } from '@orama/stemmers/nepali';
import { stemmer as norwegian } from '@orama/stemmers/norwegian';
import { stemmer as portuguese } from '@orama/stemmers/portuguese';
import { stemmer as romanian } from '@orama/stemmers/romanian';
import { stemmer as russian } from '@orama/stemmers/russian';
import { stemmer as sanskrit } from '@orama/stemmers/sanskrit';
import { stemmer as serbian } from '@orama/stemmers/serbian';
import { stemmer as spanish } from '@orama/stemmers/spanish';
import { stemmer as swedish } from '@orama/stemmers/swedish';
import { stemmer as tamil } from '@orama/stemmers/tamil';
import { stemmer as turkish } from '@orama/stemmers/turkish';
import { stemmer as ukrainian } from '@orama/stemmers/ukrainian';
import { stem as english } from 'porter2';

/** Reduces a lower-case word to what its inflections share. */
export type Stem = (word: string) => string;

/** By ISO 639-1. English is Porter 2: @orama/stemmers turns connection into `connec`. */
export const stemmers: Readonly<Record<string, Stem>> = {
  ar: arabic,
  bg: bulgarianWord,
  da: danish,
  de: german,
  el: greek,
  en: english,
  es: spanish,
  fi: finnish,
  fr: frenchWord,
  ga: irish,
  hi: hindi,
  hu: hungarian,
  hy: armenian,
  id: indonesian,
  it: italian,
  ja: katakanaWord,
  lt: lithuanian,
  nb: norwegian,
  ne: nepali,
  nl: dutch,
  nn: norwegian,
  no: norwegian,
  pt: portugueseWord,
  ro: romanianWord,
  ru: russian,
  sa: sanskrit,
  sr: serbian,
  sv: swedish,
  ta: tamil,
  tr: turkish,
  uk: ukrainian,
};

/** The stemmer assigns to the word's letters, so it needs an array. */
function bulgarianWord(word: string): string {
  const letters = Object.assign(Array.from(word), {
    substring: (start: number, end: number) => letters.slice(start, end).join(''),
  });
  return bulgarian(letters as unknown as string);
}

/** The stemmer takes the end of connexions for a verb's and leaves connexion. */
function frenchWord(word: string): string {
  return french(word.replace(/xions$/, 'xion'));
}

/** The stemmer separates opções from opção in short words. */
function portugueseWord(word: string): string {
  return portuguese(word.replace(/ões$/, 'ão'));
}

/** The long vowel at the end is optional: サーバー, サーバ. */
function katakanaWord(word: string): string {
  return word.replace(/(?<=^[\p{sc=Katakana}ー]{3,})ー$/u, '');
}

/** The stemmer only knows the letters with cedilla, which predate those with comma. */
function romanianWord(word: string): string {
  return romanian(word.replaceAll('ș', 'ş').replaceAll('ț', 'ţ'));
}
