import type { AgeLimit, CatalogueLimit } from '#contract/core/age-limits.ts'
import type { StaffRole } from '#contract/core/staff-roles.ts'
import type { Db, Transact } from '#server/db/client.ts'

/** The browser session of the cookie, with its member if it has one. */
export type Session = {
  id: number
  /** SHA-256 of the cookie's token. */
  token_hash: Buffer
  /** Time of the last authentication of the member; null without a member. */
  signed_in_at: string | null
  last_seen_at: string
  /** Time of the last second factor verification; null if there was none. */
  second_factor_at: string | null
  challenge: string | null
  challenge_ends_at: string | null
  member: Member | null
  /** The selected profile, for which calls of access `profile` act; null until one is selected. */
  profile: SessionProfile | null
  /** The limit in the cookie's token, which can be out of date after a change of the profile. */
  token_limit: CatalogueLimit
}

/** The data of the selected profile that every request uses. */
export type SessionProfile = { id: number; age_limit: AgeLimit; is_child: boolean }

/** The member row; the phone number is encrypted. */
export type Member = {
  id: number
  email: string
  username: string
  phone_ciphertext: Buffer
  event_point: number
  paid_point: number
  is_marketing_agreed: boolean
  adult_verified_until: string | null
  /** Since when mail, or SMS, does not reach the member; null if it does. */
  email_failed_at: string | null
  phone_failed_at: string | null
  is_staff: boolean
  /** Null unless the member is staff. */
  staff_role: StaffRole | null
}

/** The client of a request. */
export type ClientInfo = {
  /** IP address. */
  address: string
  /** `Chrome · Windows`, shown in the list of devices. */
  device: string
}

/** The authorized staff session that uploads a film. */
export type Uploader = { session: Session; client: ClientInfo }

/** The context of a handler, beside its validated input. */
export type RequestContext = {
  db: Db
  transact: Transact
  now: Date
  /** Null without a cookie or with an expired session; always null for public calls. */
  session: Session | null
  /** The signed-in member, or null. Never null for calls with access `member`. */
  member: Member | null
  /** The age limit of the response: that of the profile, or that of the cookie for public calls. */
  catalogue_limit: CatalogueLimit
  client: ClientInfo
  /** Whether the client has disconnected, so that expensive queued work can be skipped. */
  isAborted(): boolean
  /**
   * Sets or clears the session cookie. The change is sent only if the handler returns: after a failed commit or a problem
   * no cookie is set, so that no browser gets the token of a session that was rolled back. A problem that has ended the
   * session uses `clears_session` instead. `marked` is false for a session that has neither a member nor a sign-up, which
   * pages need not request. `deviceToken` is the token of a browser that has signed in before, whether known or
   * not.
   */
  cookie: {
    set(token: string, ends: Date, withHint?: boolean): void
    clear(): void
    deviceToken(): string | null
    setDevice(token: string, ends: Date): void
  }
  /** The body of a file upload, or the file of a form. */
  file: Buffer | null
  /** The file name sent by the client, unchecked; empty without one. */
  file_name: string
  /** The `Idempotency-Key` header, or null; its format is checked for calls that accept it. */
  key: string | null
  /**
   * Adds cache tags of a public response, such as `series:12` or `catalogue`. A change of a tagged row invalidates the
   * cached response in every process.
   */
  cacheTag: (...tags: string[]) => void
}
