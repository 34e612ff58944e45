import type { accounts, User } from '#contract/accounts.ts'
import { nobody } from '#contract/fixed.ts'
import { useSyncExternalStore } from 'react'
import { CallRefused, request, whenRefused } from './client.ts'
import { dropSessionMarker, hasSessionMarker } from './session-marker.ts'

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

const unknown: Auth = { state: 'unknown', checked: false, user: nobody }

// The contract's table would bring its validator along to the first page: of it we take the types alone,
// which see to it that the path is still the contract's.
type Me = typeof accounts.readMe
const readMe = { method: 'GET', path: '/api/accounts/me/' } satisfies Pick<Me, 'method' | 'path'>

let current = unknown
/** Grows with everything that is told, so that an answer which was under way meanwhile is known to be old. */
let told = 0
let checking: Promise<CheckOutcome> | undefined
const listeners = new Set<() => void>()

function become(next: Auth) {
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
  become({ state: 'signed_out', checked: true, user: nobody })
}

/** Other tabs of this browser have the same cookie: what one learns, all know. */
const tabs = typeof document === 'undefined' ? undefined : new BroadcastChannel('hanpyeon.auth')
tabs?.addEventListener('message', ({ data }: MessageEvent<User | null>) =>
  data ? set(data) : clear(),
)

async function ask(): Promise<CheckOutcome> {
  if (!hasSessionMarker()) {
    clear()
    return 'signed_out'
  }
  const before = told
  try {
    const user = await request(readMe as unknown as Me, {})
    if (told !== before) return 'overtaken'
    auth.set(user)
    return user.email ? 'member' : 'no_member'
  } catch (error) {
    if (told !== before) return 'overtaken'
    const status = error instanceof CallRefused ? error.problem.status : 0
    if (status === 401 || status === 403) {
      dropSessionMarker()
      auth.clear()
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

  current: (): Auth => current,

  subscribe(listener: () => void) {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },
}

// A signed-in screen that is refused for want of a session has lost it: it ended, or was ended elsewhere.
whenRefused(({ code }) => {
  if (code !== 'authentication_required' || current.state !== 'signed_in') return
  dropSessionMarker()
  auth.clear()
})

const onServer = () => unknown

/** Who is there. Unknown while the page is the server's, which is made for everybody (D-07). */
export function useAuth(): Auth {
  return useSyncExternalStore(auth.subscribe, auth.current, onServer)
}
