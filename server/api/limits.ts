/**
 * Every rate limit: who is counted, what, how many, in how many seconds. `npm run doc-tables` writes the tables of
 * `docs/operations.md` from it. See decisions/0006-rate-limits and decisions/0011-guessing.
 */
import { passwordResetLinkMinutes } from '#contract/accounts/account-rules.ts'

const minute = 60
const hour = 3_600
const day = 86_400

export type RateLimit = {
  who: string
  what: string
  times: number
  /** Length of a window; 0 for a number at one time. */
  seconds: number
  /** The response beyond the limit; by default 429 until the window ends. */
  beyond?: string
}

/** Counted in the memory of a process. */
export const memoryLimits = {
  work: { who: 'an address', what: 'points, spent by work as below', times: 600, seconds: minute },
  searches: { who: 'an address', what: 'searches by call or page', times: 120, seconds: minute },
  text_searches: {
    who: 'an address',
    what: 'searches of lines, synopses and roles, one for each page of results',
    times: 120,
    seconds: minute,
  },
  suggestions: {
    who: 'an address',
    what: 'suggestions, one at every typing pause',
    times: 300,
    seconds: minute,
  },
  absent_files: {
    who: 'an address',
    what: 'images and media files that do not exist',
    times: 60,
    seconds: minute,
    beyond: 'nothing that is not in memory is looked up',
  },
  // About one second of work.
  waiting_pages: {
    who: 'an address',
    what: 'pages that wait to be rendered',
    times: 60,
    seconds: 0,
  },
  forms: { who: 'a member or address', what: 'forms with a file', times: 1, seconds: 0 },
  calls: { who: 'a member', what: 'calls over all browsers', times: 300, seconds: minute },
  sockets: { who: 'a member', what: 'sockets of each kind', times: 5, seconds: 0 },
  socket_messages: {
    who: 'a socket',
    what: 'messages, pings and unsolicited pongs, of at most 1 KiB (1009)',
    times: 20,
    seconds: 10,
    beyond: '`rate_limited`; over 40 closed with 1008, over 80 the connection is destroyed',
  },
  // As for views (decisions/0020-counted-figures).
  figures_of_person: {
    who: 'a person',
    what: 'clicks of a query, searches without results',
    times: 1,
    seconds: day,
    beyond: 'not counted',
  },
  figures_of_network: {
    who: 'a network',
    what: 'clicks of a query, searches without results',
    times: 5,
    seconds: day,
    beyond: 'not counted',
  },
  misses: {
    who: 'a person',
    what: 'different searches without results',
    times: 30,
    seconds: day,
    beyond: 'not counted',
  },
  row_reports: {
    who: 'a profile',
    what: 'impressions and clicks of a kind of row',
    times: 1,
    seconds: day,
    beyond: 'not counted',
  },
} as const satisfies Record<string, RateLimit>

/** The cost of each kind of work in points of the limit `work`. Responses from memory cost nothing. */
export const workCosts = {
  request: { points: 1, what: 'a request that is not in memory, 404 and 405 included' },
  page: { points: 4, what: 'a page that has to be rendered, besides the request' },
  sitemap: { points: 4, what: 'a sitemap file, besides the request' },
  key: { points: 2, what: 'a key of a sold film' },
  upgrade: { points: 2, what: 'a socket upgrade, also a refused one' },
  absent_file: { points: 5, what: 'an image or media file that does not exist' },
} as const

/** Counted in the database, for all processes. A transaction that counts several does so in this order. */
export const databaseLimits = {
  // With five attempts for each code, this allows 25 guesses an hour.
  codes_to_target: {
    who: 'a mailbox or phone; a member who verifies the age',
    what: 'codes',
    times: 5,
    seconds: hour,
  },
  codes_from_address: { who: 'an address', what: 'codes', times: 20, seconds: hour },
  signups_from_address: { who: 'an address', what: 'sign-ups', times: 10, seconds: hour },
  resets_from_address: {
    who: 'an address',
    what: 'password reset links',
    times: 20,
    seconds: hour,
  },
  // While the limit is reached, the last link is valid (decisions/0010-passwords).
  resets_of_account: {
    who: 'an account',
    what: 'password reset links',
    times: 3,
    seconds: passwordResetLinkMinutes * minute,
    beyond: 'no link is sent',
  },
  logins_from_address: {
    who: 'an address; all browsers together that have signed in to the account',
    what: 'sign-ins',
    times: 30,
    seconds: 5 * minute,
  },
  logins_from_unknown_networks: {
    who: 'an account',
    what: 'sign-ins from all networks and browsers that have not signed in to it',
    times: 300,
    seconds: hour,
  },
  // A change revokes reset links: without a limit someone with the password could keep the owner from using one.
  password_changes_of_member: {
    who: 'a member',
    what: 'changes of the password',
    times: 5,
    seconds: hour,
  },
  challenges_from_address: {
    who: 'an address',
    what: 'guest sessions for a passkey challenge',
    times: 30,
    seconds: 5 * minute,
  },
  device_codes_from_address: {
    who: 'an address',
    what: 'codes that a device shows to be signed in',
    times: 30,
    seconds: 5 * minute,
  },
  device_code_tries_from_address: {
    who: 'an address',
    what: 'codes of a device tried by a member',
    times: 5,
    seconds: minute,
  },
  id_searches: {
    who: 'a phone',
    what: 'names for which its e-mail is looked up',
    times: 5,
    seconds: hour,
  },
  // A provider charges for each.
  identity_checks: {
    who: 'a member',
    what: 'windows of identity verification',
    times: 10,
    seconds: hour,
  },
  // Decoding an image takes up to seconds of CPU time.
  pictures_of_member: { who: 'a member', what: 'profile images', times: 20, seconds: hour },
  transfer_codes_of_member: { who: 'a member', what: 'transfer codes', times: 10, seconds: hour },
  // Guesses at transfer codes of 60 bits.
  transfer_imports_of_member: {
    who: 'a member',
    what: 'imports of a profile',
    times: 10,
    seconds: hour,
  },
  transfer_imports_from_address: {
    who: 'an address',
    what: 'imports of a profile',
    times: 30,
    seconds: hour,
  },
  purchases: {
    who: 'a member',
    what: 'purchases, top-ups, refunds and changes of the renewal',
    times: 10,
    seconds: minute,
  },
  // A card company blocks a card after repeated attempts.
  card_charges: {
    who: 'a member',
    what: 'registrations and charges of a card',
    times: 10,
    seconds: hour,
  },
  reviews: { who: 'a member', what: 'reviews', times: 5, seconds: minute },
  inquiries: { who: 'a member', what: 'inquiries', times: 5, seconds: hour },
  // A rejected file costs an inspection, but the member may try another.
  inquiry_forms: {
    who: 'a member',
    what: 'forms of inquiries, invalid ones included',
    times: 30,
    seconds: hour,
  },
  // A player reports each error code once per play; a higher rate indicates abuse.
  player_errors: {
    who: 'an address',
    what: 'reports of player errors',
    times: 30,
    seconds: 10 * minute,
  },
  // Each sends a message, or asks the gateway.
  provider_trials: {
    who: 'a member of staff',
    what: 'trials of mail, SMS, gateway and storage',
    times: 20,
    seconds: hour,
  },
  // A masked phone number leaves 10,000 whole ones to search for.
  member_searches: {
    who: 'a member of staff',
    what: 'searches for members',
    times: 300,
    seconds: hour,
  },
} as const satisfies Record<string, RateLimit>

/** Failed guesses at a password, PIN or code; a success resets them. */
export const guessLimit = {
  who: 'a network or known browser for an account; a session; a member',
  what: 'wrong passwords, PINs and codes of a second factor',
  times: 5,
  /** The count restarts after this time without a guess. */
  seconds: day,
  /** The fifth failure delays the next guess by 1 s; each further one doubles the delay, up to this. */
  max_delay_seconds: 5 * minute,
} as const

/** Event points that a member of staff grants on a day in Seoul. */
export const grantedPointsLimit = {
  who: 'a member of staff',
  what: 'event points granted, on a day in Seoul',
  times: 300_000,
  seconds: day,
} as const satisfies RateLimit

type LimitOf<Seconds extends number> = {
  [N in keyof typeof memoryLimits]: (typeof memoryLimits)[N]['seconds'] extends Seconds ? N : never
}[keyof typeof memoryLimits]
/** Limits of a minute and of a day in memory. */
export type MinuteLimit = LimitOf<60>
export type DailyLimit = LimitOf<86_400>
export type DatabaseLimit = keyof typeof databaseLimits
