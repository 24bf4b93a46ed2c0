import { InvalidArgumentError } from 'commander';
import type { ForumSettings } from '../tenants/overviews.ts';
import { SETTING_VALUES, type SettingValue, SWITCH, TOPIC_LIST } from '../tenants/setting-values.ts';

/** Parsers of the settings of a forum, by the name that is typed: `formal-name`. */
export const SETTINGS: Record<string, (value: string) => Partial<ForumSettings>> = Object.fromEntries(
  Object.entries(SETTING_VALUES).map(([name, setting]) => [
    name.replaceAll('_', '-'),
    (value: string) => ({ [name]: parserOf<unknown>(setting)(value) }),
  ]),
);

export const parseTopicList = parserOf(TOPIC_LIST);

export const parseSwitch = parserOf(SWITCH);

/** Throws commander's error, which names the argument. */
function parserOf<Value>({ parse, rule }: SettingValue<Value>): (value: string) => Value {
  return (typed) => {
    const value = parse(typed);
    if (value === undefined) throw new InvalidArgumentError(rule);
    return value;
  };
}
