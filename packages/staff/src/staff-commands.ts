import {
  type EditorOptions,
  editorOf,
  type ListView,
  listAnswer,
  type OutputOptions,
  type RunCommand,
  type TenantArgument,
  withEditor,
  withOutput,
} from '@guidepost/command-line';
import type { Database } from '@guidepost/postgres';
import { type Command, InvalidArgumentError } from 'commander';
import { readEmailAddress } from './email-address.ts';
import type { MemberLink } from './member-links.ts';
import { INSTANCE, type Member } from './members.ts';
import type { ListedMember, People } from './people.ts';
import { isRole, ROLES, type Role, type StaffActor } from './staff-event.ts';

export interface StaffCommandsOptions {
  runCommand: RunCommand;
  /** A knowledge base, or a forum account. */
  owner: TenantArgument;
  /** The people of the service, and the id of the tenant with this name. @throws AppError `not-found` */
  find: (database: Database, owner: string) => Promise<{ people: People; tenantId: number }>;
  /** Those who make tenants at the desk. */
  peopleOf: (database: Database) => People;
  /** Whether people may be limited to some languages of a tenant. */
  hasLanguages?: boolean;
}

type ChangeOptions = OutputOptions & EditorOptions;

type Limit = readonly string[] | null;

const LANGUAGES_HELP = 'the languages whose texts the person changes, such as de,pt-BR, or all';

type Listed = Omit<ListedMember, 'languages'> & Partial<Pick<ListedMember, 'languages'>>;

const COLUMNS: ListView<Listed>['columns'] = {
  ID: ({ id }) => id,
  EMAIL: ({ email }) => email,
  NAME: ({ name }) => name ?? '',
  ROLE: ({ role }) => role,
  'INVITED BY': ({ invited_by }) => invited_by,
  ACCEPTED: ({ accepted_at }) => accepted_at?.toISOString() ?? 'not yet',
  'LAST SEEN': ({ last_seen_at }) => last_seen_at?.toISOString() ?? '',
};

/**
 * Adds `staff invite`, `list`, `role`, `languages`, `remove` and `link`, and `staff instance add`, `list` and `remove`
 * to a program.
 * @returns the group, for further commands
 */
export function createStaffCommands(options: StaffCommandsOptions): (program: Command) => Command {
  return (program) => {
    const group = program.command('staff');
    const changes = options.hasLanguages ? [addRole, addLanguages] : [addRole];
    for (const add of [addInvite, addList, ...changes, addRemove, addLink, addInstance]) add(group, options);
    return group;
  };
}

function addInvite(group: Command, options: StaffCommandsOptions): void {
  const { runCommand, owner, find, hasLanguages } = options;
  const command = withOwner(group.command('invite'), owner)
    .description('invite someone and print the link once')
    .argument('<email>', 'the e-mail address', parseEmail)
    .requiredOption('--role <role>', ROLES.join(', '), parseRole);
  if (hasLanguages) command.option('--languages <tags>', LANGUAGES_HELP, parseLimit);
  withOutput(withEditor(command), exampleOf(command, `${owner.example} anna@example.com --role editor`));
  command.action((of: string, email: string, given: ChangeOptions & { role: Role; languages?: Limit }) =>
    runCommand(given, async ({ database }) => {
      const { people, tenantId } = await find(database, of);
      const { role, languages } = given;
      const made = await people.invite({ tenantId, actor: operator(given), email, role, languages });
      const limit = made.member.languages ? `, for texts in ${made.member.languages.join(', ')}` : '';
      const heading = `Invited ${made.member.email} to ${of} as ${role}${limit}:`;
      return {
        document: { ...describe(options, of, made.member), ...linkMembers(made) },
        text: withLink(heading, made),
      };
    }),
  );
}

function addList(group: Command, options: StaffCommandsOptions): void {
  const { runCommand, owner, find, hasLanguages } = options;
  const columns: typeof COLUMNS = hasLanguages
    ? { ...COLUMNS, LANGUAGES: ({ languages }) => languages?.join(', ') ?? 'all' }
    : COLUMNS;
  const command = withOwner(group.command('list'), owner).description(
    'list the people, including those who have not accepted their invitation yet',
  );
  withOutput(command, exampleOf(command, owner.example));
  command.action((of: string, given: OutputOptions) =>
    runCommand(given, async ({ database }) => {
      const { people, tenantId } = await find(database, of);
      const none = `No one works for ${of} yet. Invite someone with ${group.parent?.name()} staff invite.`;
      const members = await people.list({ tenantId, actor: operator({}) });
      const listed = members.map((member) => withLanguages(options, member));
      return listAnswer(listed, { columns, none, full: true });
    }),
  );
}

function addRole(group: Command, options: StaffCommandsOptions): void {
  const { runCommand, owner, find } = options;
  const command = withPerson(withOwner(group.command('role'), owner))
    .description("change someone's role")
    .argument('<role>', ROLES.join(', '), parseRole);
  withOutput(withEditor(command), exampleOf(command, `${owner.example} anna@example.com owner`));
  command.action((of: string, person: string, role: Role, given: ChangeOptions) =>
    runCommand(given, async ({ database }) => {
      const { people, tenantId } = await find(database, of);
      const change = { tenantId, actor: operator(given), person, role };
      const { changed, member } = await people.changeRole(change);
      const text = changed
        ? `${member.email} is ${role} of ${of} now.`
        : `${member.email} already is ${role}.`;
      return { document: { ...describe(options, of, member), changed }, text };
    }),
  );
}

function addLanguages(group: Command, options: StaffCommandsOptions): void {
  const { runCommand, owner, find } = options;
  const command = withPerson(withOwner(group.command('languages'), owner))
    .description('choose the languages in which someone changes texts')
    .argument('<languages>', LANGUAGES_HELP, parseLimit);
  withOutput(withEditor(command), exampleOf(command, `${owner.example} anna@example.com de,pt-BR`));
  command.action((of: string, person: string, languages: Limit, given: ChangeOptions) =>
    runCommand(given, async ({ database }) => {
      const { people, tenantId } = await find(database, of);
      const change = { tenantId, actor: operator(given), person, languages };
      const { changed, member } = await people.changeLanguages(change);
      const said = member.languages ? `in ${member.languages.join(', ')} only` : 'in all languages';
      const text = `${member.email} ${changed ? 'now changes' : 'already changes'} texts ${said}.`;
      return { document: { ...describe(options, of, member), changed }, text };
    }),
  );
}

function addRemove(group: Command, options: StaffCommandsOptions): void {
  const { runCommand, owner, find } = options;
  const command = withPerson(withOwner(group.command('remove'), owner)).description(
    'remove someone and sign them out everywhere',
  );
  withOutput(withEditor(command), exampleOf(command, `${owner.example} anna@example.com`));
  command.action((of: string, person: string, given: ChangeOptions) =>
    runCommand(given, async ({ database }) => {
      const { people, tenantId } = await find(database, of);
      const member = await people.remove({ tenantId, actor: operator(given), person });
      const document = { ...describe(options, of, member), removed: true };
      return { document, text: `Removed ${member.email} from ${of}.` };
    }),
  );
}

function addLink(group: Command, options: StaffCommandsOptions): void {
  const { runCommand, owner, find } = options;
  const command = withPerson(withOwner(group.command('link'), owner)).description(
    'print a new link for an invitation or a lost password; the old link stops working',
  );
  withOutput(withEditor(command), exampleOf(command, `${owner.example} anna@example.com`));
  command.action((of: string, person: string, given: ChangeOptions) =>
    runCommand(given, async ({ database }) => {
      const { people, tenantId } = await find(database, of);
      const made = await people.newLink({ tenantId, actor: operator(given), person });
      const heading = `A new link for ${made.member.email}:`;
      return {
        document: { ...describe(options, of, made.member), ...linkMembers(made) },
        text: withLink(heading, made),
      };
    }),
  );
}

function addInstance(staff: Command, { runCommand, peopleOf }: StaffCommandsOptions): void {
  const group = staff.command('instance').description('people who may make new ones at the desk');
  const program = staff.parent?.name();
  const change = (options: EditorOptions) => ({ tenantId: INSTANCE, actor: operator(options) });
  const add = group
    .command('add')
    .description('invite someone to make them and print the link once')
    .argument('<email>', 'the e-mail address', parseEmail);
  withOutput(withEditor(add), `${program} staff instance add anna@example.com`);
  add.action((email: string, options: ChangeOptions) =>
    runCommand(options, async ({ database }) => {
      const made = await peopleOf(database).invite({ ...change(options), email, role: 'owner' });
      const { id, accepted } = made.member;
      const document = { id, email: made.member.email, accepted, ...linkMembers(made) };
      return { document, text: withLink(`Invited ${made.member.email}:`, made) };
    }),
  );
  const list = group.command('list').description('list them');
  withOutput(list, `${program} staff instance list`);
  list.action((options: OutputOptions) =>
    runCommand(options, async ({ database }) => {
      const none = `No one may. Invite someone with ${program} staff instance add.`;
      return listAnswer(await peopleOf(database).list(change({})), { columns: COLUMNS, none, full: true });
    }),
  );
  const remove = withPerson(group.command('remove')).description(
    'take the right away, and sign the person out',
  );
  withOutput(withEditor(remove), `${program} staff instance remove anna@example.com`);
  remove.action((person: string, options: ChangeOptions) =>
    runCommand(options, async ({ database }) => {
      const { email, id } = await peopleOf(database).remove({ ...change(options), person });
      return { document: { id, email, removed: true }, text: `Removed ${email} from the instance.` };
    }),
  );
}

function withOwner(command: Command, { argument, description, parse }: TenantArgument): Command {
  return command.argument(`<${argument}>`, description, parse);
}

function withPerson(command: Command): Command {
  return command.argument('<email>', 'the e-mail address of the person', parseEmail);
}

/** Access to the database means owning every tenant. */
function operator(options: EditorOptions): StaffActor {
  return { name: editorOf(options), role: 'owner', door: 'cli' };
}

function describe(options: StaffCommandsOptions, of: string, member: Member) {
  const { id, email, name, role, languages, accepted } = member;
  const described = { id, email, name, role, languages, accepted };
  return { [options.owner.argument]: of, ...withLanguages(options, described) };
}

/** Programs whose tenants have no languages do not name any. */
function withLanguages<Described extends Pick<Member, 'languages'>>(
  { hasLanguages = false }: StaffCommandsOptions,
  { languages, ...others }: Described,
) {
  return hasLanguages ? { ...others, languages } : others;
}

function linkMembers({ link: { url, expiresAt }, mailed }: MemberLink) {
  return { link: url, expires_at: expiresAt, mailed };
}

function withLink(heading: string, { link: { url, expiresAt }, mailed }: MemberLink): string {
  const lines = [
    heading,
    `  ${url}`,
    `It works once, until ${expiresAt.toISOString()}; it is not shown again.`,
    ...(mailed ? ['It is also on its way by mail.'] : []),
  ];
  return lines.join('\n\n');
}

function parseEmail(value: string): string {
  const address = readEmailAddress(value);
  if (address) return address;
  throw new InvalidArgumentError('It must be an e-mail address such as anna@example.com.');
}

function parseRole(value: string): Role {
  if (isRole(value)) return value;
  throw new InvalidArgumentError(`It must be one of ${ROLES.join(', ')}.`);
}

function parseLimit(value: string): Limit {
  return value === 'all' ? null : value.split(',').filter(Boolean);
}

function exampleOf(command: Command, words: string): string {
  return `${command.parent?.parent?.name()} staff ${command.name()} ${words}`;
}
