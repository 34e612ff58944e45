import { readMe } from '#web/api/endpoints/accounts.generated.ts'
import type { User } from '#contract/accounts/accounts.ts'
import { guestUser } from '#contract/accounts/guest-user.ts'
import { useSyncExternalStore } from 'react'
import { ApiError, apiRequest, onApiError } from '#web/api/client.ts'
import { clearSessionHint, sessionEpoch } from '#web/api/session-hint.ts'

/** The machine of the specification, section 4. */
export type AuthStatus = 'unknown' | 'signed_in' | 'signed_out' | 'failed'

export type AuthState = {
  state: AuthStatus
  /** Whether the check has completed: true from the first time the user was set or cleared. */
  checked: boolean
  /** Every field empty unless signed in. */
  user: User
}

/** What came of a check. `no_member`: a session, but nobody in it (D-12). */
export type AuthCheckResult = 'member' | 'no_member' | 'signed_out' | 'failed' | 'superseded'

const unknown: AuthState = { state: 'unknown', checked: false, user: guestUser }

let current = unknown
/** Grows with everything that is told, so that an answer which was under way meanwhile is known to be old. */
let told = 0
let checking: Promise<AuthCheckResult> | undefined
const listeners = new Set<() => void>()

function become(next: AuthState) {
  current = next
  for (const listener of listeners) listener()
}

function set(user: User) {
  told += 1
  const merged = { ...current.user, ...user }
  become({ state: merged.email ? 'signed_in' : 'signed_out', checked: true, user: merged })
}

function clear() {
  told += 1
  become({ state: 'signed_out', checked: true, user: guestUser })
}

/** The session of this epoch was refused by the server. */
type SessionLost = { lost_epoch: string }

/** Other tabs share the cookie. `null` is a sign-out by the member. */
const tabs = typeof document === 'undefined' ? undefined : new BroadcastChannel('hanpyeon.auth')
tabs?.addEventListener('message', ({ data }: MessageEvent<User | SessionLost | null>) => {
  if (data === null) clear()
  else if ('lost_epoch' in data) endSession(data.lost_epoch)
  else set(data)
})

/** Ends the session in this tab, unless the browser has another one by now. @returns whether it ended. */
function endSession(lost_epoch: string): boolean {
  const epoch = sessionEpoch()
  // Another tab may have dropped the hint already.
  if (epoch && epoch !== lost_epoch) return false
  clearSessionHint()
  clear()
  return true
}

/** Ends the session here, and in the other tabs that have the same one. */
function endSessionInEveryTab(lost_epoch: string) {
  if (endSession(lost_epoch)) tabs?.postMessage({ lost_epoch } satisfies SessionLost)
}

async function ask(): Promise<AuthCheckResult> {
  const epoch = sessionEpoch()
  if (!epoch) {
    clear()
    return 'signed_out'
  }
  const before = told
  try {
    const user = await apiRequest(readMe, {})
    if (told !== before) return 'superseded'
    // The session was replaced meanwhile: the answer is about the one before.
    if (sessionEpoch() !== epoch) return ask()
    set(user)
    tabs?.postMessage(current.user)
    return user.email ? 'member' : 'no_member'
  } catch (error) {
    if (told !== before) return 'superseded'
    const status = error instanceof ApiError ? error.problem.status : 0
    if (status === 401 || status === 403) {
      if (sessionEpoch() !== epoch) return ask()
      endSessionInEveryTab(epoch)
      return 'signed_out'
    }
    // An outage signs nobody out who is known to be in (D-05).
    if (current.state !== 'signed_in') become({ ...current, state: 'failed' })
    return 'failed'
  }
}

export const authStore = {
  /** Asks the server who is there. While an answer is under way, everybody waits for that one. */
  checkAuth(): Promise<AuthCheckResult> {
    checking ??= ask().finally(() => (checking = undefined))
    return checking
  },

  /** Signs a member in, in every tab, and marks the check done. */
  setUser(user: User): void {
    set(user)
    tabs?.postMessage(current.user)
  },

  /** Merges a changed profile, in every tab. An answer about a member who is not signed in any more is ignored. */
  updateUser(user: User): void {
    if (user.id === current.user.id) authStore.setUser(user)
  },

  /** Empties every field and keeps the check done; in every tab. */
  clearUser(): void {
    clear()
    tabs?.postMessage(null)
  },

  getState: (): AuthState => current,

  subscribe(listener: () => void) {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },
}

// A signed-in page whose request is refused for want of a session has lost it: it expired, or was ended elsewhere.
onApiError(({ code }, epoch) => {
  if (code === 'authentication_required' && current.state === 'signed_in')
    endSessionInEveryTab(epoch)
})

const onServer = () => unknown

/** Who is there. Unknown while the page is the server's, which is made for everybody (D-07). */
export function useAuth(): AuthState {
  return useSyncExternalStore(authStore.subscribe, authStore.getState, onServer)
}
