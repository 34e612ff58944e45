import { accounts, type SignUpState } from '#contract/accounts/accounts.ts'
import { apiRequest } from '#web/api/client.ts'
import { useSyncExternalStore } from 'react'
import { emptyJoinDraft, parseJoinDraft, type JoinDraft } from './join-draft.ts'

type JoinState = {
  draft: JoinDraft
  /** What the server knows to be proven in this browser session; null until it has told. */
  proven: SignUpState | null
  /** The server could not be asked. */
  failed: boolean
  /** Said at the top of the step one was brought to. */
  word: string | null
}

const key = 'hanpyeon.join'
const start: JoinState = { draft: emptyJoinDraft, proven: null, failed: false, word: null }

const nothing: SignUpState = { email: null, phonenumber: null, verified_until: null }

let current = start
let opened = false
const listeners = new Set<() => void>()

function become(part: Partial<JoinState>) {
  current = { ...current, ...part }
  if (part.draft) keep(part.draft)
  for (const listener of listeners) listener()
}

/** A browser that keeps nothing loses what was typed on a reload, and nothing else. */
function keep(draft: JoinDraft) {
  try {
    if (draft === emptyJoinDraft) sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, JSON.stringify(draft))
  } catch {
    // Full, or forbidden.
  }
}

function kept(): JoinDraft {
  try {
    return parseJoinDraft(sessionStorage.getItem(key))
  } catch {
    return emptyJoinDraft
  }
}

/** Signing up, as far as it has come in this tab. */
export const joinStore = {
  current(): JoinState {
    if (!opened) {
      opened = true
      current = { ...current, draft: kept() }
    }
    return current
  },

  /** Asks the server what has been proven. */
  async load(): Promise<void> {
    try {
      become({ proven: await apiRequest(accounts.readSignUp, {}), failed: false })
    } catch {
      become({ failed: current.proven === null })
    }
  },

  change(part: Partial<JoinDraft>): void {
    become({ draft: { ...current.draft, ...part } })
  },

  /** What a confirmed code has proven, as the server would tell it. */
  learn(part: Partial<SignUpState>): void {
    become({ proven: { ...(current.proven ?? nothing), ...part } })
  },

  say(word: string | null): void {
    if (word !== current.word) become({ word })
  },

  /** Forgets everything: it is done, or it is not to be. */
  clear(): void {
    become({ ...start, proven: nothing })
  },

  subscribe(listener: () => void) {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },
}

/** Empty while the page is the server's, which is made for everybody. */
export const useJoinStore = (): JoinState =>
  useSyncExternalStore(joinStore.subscribe, joinStore.current, () => start)
