import type { accounts, User } from '#contract/accounts/accounts.ts'
import { guestUser } from '#contract/accounts/guest-user.ts'
import { useSyncExternalStore } from 'react'
import { CallRefused, request, requestTime, whenRefused } from './client.ts'
import { dropSessionMarker, hasSessionMarker, setSessionMarker } from './session-marker.ts'

/** The machine of the specification, section 4. */
export type AuthState = 'unknown' | 'signed_in' | 'signed_out' | 'failed'

export type Auth = {
  state: AuthState
  /** Whether the check has completed: true from the first time the user was set or cleared. */
  checked: boolean
  /** Every field empty unless signed in. */
  user: User
}

/** What came of a check. `no_member`: a session, but nobody in it (D-12). */
export type CheckOutcome = 'member' | 'no_member' | 'signed_out' | 'failed' | 'overtaken'

const unknown: Auth = { state: 'unknown', checked: false, user: guestUser }

// The contract's table would bring its validator along to the first page: of it we take the types alone,
// which see to it that the path is still the contract's.
type Me = typeof accounts.readMe
const readMe = { method: 'GET', path: '/api/accounts/me/' } satisfies Pick<Me, 'method' | 'path'>

let current = unknown
/** Grows with everything that is told, so that an answer which was under way meanwhile is known to be old. */
let told = 0
/** `requestTime()` at which the current session was last known to be valid. */
let valid_at = 0
let epoch = 0
let checking: Promise<CheckOutcome> | undefined
const listeners = new Set<() => void>()

function become(next: Auth, is_first_check = false) {
  if (next.user.id !== current.user.id && !is_first_check) epoch += 1
  current = next
  for (const listener of listeners) listener()
}

function set(user: User, at = requestTime(), is_first_check = false) {
  told += 1
  valid_at = at
  const merged = { ...current.user, ...user }
  const state = merged.email ? 'signed_in' : 'signed_out'
  become({ state, checked: true, user: merged }, is_first_check)
}

function clear() {
  told += 1
  become({ state: 'signed_out', checked: true, user: guestUser })
}

/** A session was refused to a request that began at `lost_at` (`requestTime()`). */
type SessionLost = { lost_at: number }

/** Other tabs share the cookie. `null` is a sign-out by the member. */
const tabs = typeof document === 'undefined' ? undefined : new BroadcastChannel('hanpyeon.auth')
tabs?.addEventListener('message', ({ data }: MessageEvent<User | SessionLost | null>) => {
  if (data === null) clear()
  else if ('lost_at' in data) endSession(data.lost_at)
  else set(data)
})

/**
 * Ends the session in this tab unless it was established after the refused request began: then the refusal belongs to
 * an earlier session, and the marker that its tab dropped is restored.
 * @returns whether the session ended.
 */
function endSession(lost_at: number): boolean {
  if (current.state === 'signed_in' && lost_at < valid_at) {
    setSessionMarker()
    return false
  }
  dropSessionMarker()
  clear()
  return true
}

/** Ends the session here, and in the other tabs that have the same one. */
function endSessionInEveryTab(lost_at: number) {
  if (endSession(lost_at)) tabs?.postMessage({ lost_at } satisfies SessionLost)
}

async function ask(): Promise<CheckOutcome> {
  if (!hasSessionMarker()) {
    clear()
    return 'signed_out'
  }
  const before = told
  const began = requestTime()
  try {
    const user = await request(readMe as unknown as Me, {})
    if (told !== before) return 'overtaken'
    set(user, began, !current.checked)
    tabs?.postMessage(current.user)
    return user.email ? 'member' : 'no_member'
  } catch (error) {
    if (told !== before) return 'overtaken'
    const status = error instanceof CallRefused ? error.problem.status : 0
    if (status === 401 || status === 403) {
      endSessionInEveryTab(began)
      return 'signed_out'
    }
    // An outage signs nobody out who is known to be in (D-05).
    if (current.state !== 'signed_in') become({ ...current, state: 'failed' })
    return 'failed'
  }
}

export const auth = {
  /** Asks the server who is there. While an answer is under way, everybody waits for that one. */
  check(): Promise<CheckOutcome> {
    checking ??= ask().finally(() => (checking = undefined))
    return checking
  },

  /** Merges what the server says of the member, and marks the check done; in every tab. */
  set(user: User): void {
    set(user)
    tabs?.postMessage(current.user)
  },

  /** Empties every field and keeps the check done; in every tab. */
  clear(): void {
    clear()
    tabs?.postMessage(null)
  },

  /** The server has replaced the session of this browser: refusals of earlier requests do not end the new one. */
  sessionReplaced(): void {
    valid_at = requestTime()
  },

  current: (): Auth => current,

  /** Changes when another member, or nobody, takes the place of the current one; not by the first check of a page. */
  epoch: (): number => epoch,

  subscribe(listener: () => void) {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },
}

// A signed-in page whose request is refused for want of a session has lost it: it expired, or was ended elsewhere.
whenRefused(({ code }, began) => {
  if (code === 'authentication_required' && current.state === 'signed_in')
    endSessionInEveryTab(began)
})

const onServer = () => unknown

/** Who is there. Unknown while the page is the server's, which is made for everybody (D-07). */
export function useAuth(): Auth {
  return useSyncExternalStore(auth.subscribe, auth.current, onServer)
}
