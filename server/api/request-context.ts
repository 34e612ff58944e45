import type { Db, Transact } from '#server/db/client.ts'

/** A browser session that was found by its cookie, with its member where it has one. */
export type Session = {
  id: number
  /** When the member last proved who he is (D-16); null without a member. */
  signed_in_at: string | null
  last_seen_at: string
  /** When a second factor was last proven in it, which opens the studio; null where none was. */
  second_factor_at: string | null
  challenge: string | null
  challenge_ends_at: string | null
  member: Member | null
}

/** The member as his row says, phone still sealed. */
export type Member = {
  id: number
  email: string
  username: string
  phone_sealed: Buffer
  profile_image_key: string | null
  event_point: number
  paid_point: number
  is_marketing_agreed: boolean
  adult_verified_until: string | null
  is_staff: boolean
}

/** Where a call comes from. */
export type ClientInfo = {
  /** IP address. */
  address: string
  /** `Chrome · Windows`, for people to tell their devices apart. */
  device: string
}

/** What every handler is given beside its checked input. */
export type RequestContext = {
  db: Db
  transact: Transact
  now: Date
  /** Null without a cookie, or with one of a session that has ended; always on a public call (D-07). */
  session: Session | null
  /** The signed-in member, or null. Never null on a call of access `member`. */
  member: Member | null
  client: ClientInfo
  /** Whether whoever called hung up meanwhile: costly work that waited for its turn need not be done. */
  isAborted(): boolean
  /**
   * Replaces or removes the session cookie. The response carries the change only if the handler returns: a handler that
   * throws (a failed commit, a refusal) sets no cookie, so that no browser holds the token of a session that was rolled
   * back. A refusal that has ended the session says so by `clears_session`. `marked` is false for a session that no page
   * needs to ask about: it holds neither a member nor a sign-up (D-12, D-93).
   */
  cookie: { give(token: string, ends: Date, marked?: boolean): void; take(): void }
  /** The body of a call that takes a file, or the file that came with a form. */
  file: Buffer | null
  /** What whoever sent that file calls it: anything. Empty where nobody says. */
  file_name: string
  /** The `Idempotency-Key` that came along, or null (D-06); of one form where the call takes it. */
  key: string | null
  /**
   * Names what a public answer was made from, such as `series:12` or `catalogue`: when a row of that name
   * changes, the prepared answer is dropped in every process.
   */
  cacheTag: (...tags: string[]) => void
}
