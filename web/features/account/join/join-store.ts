import { accounts, type SignUpState } from '#contract/accounts/accounts.ts'
import { apiRequest } from '#web/api/client.ts'
import { authStore, onMemberChange } from '#web/session/auth-store.ts'
import { sessionStore } from '#web/lib/browser-storage.ts'
import { createStore, useStore } from 'zustand'
import { persist, type PersistStorage } from 'zustand/middleware'
import { consents, requiredConsents, type Consent } from '#contract/accounts/account-rules.ts'
import type { VerificationCode } from '#web/features/account/fields/verification-code.ts'

export type Channel = 'email' | 'phone'

/** A sent code with its email address or phone number. */
export type SentVerificationCode = { to: string; code: VerificationCode }

/** The input so far, kept for this tab only. */
export type JoinDraft = {
  consents: Record<Consent, boolean>
  email: string
  phonenumber: string
  username: string
  sent: Record<Channel, SentVerificationCode | null>
}

export const emptyJoinDraft: JoinDraft = {
  consents: {
    terms_of_service: false,
    privacy_policy: false,
    age_verification: false,
    marketing_info: false,
  },
  email: '',
  phonenumber: '',
  username: '',
  sent: { email: null, phone: null },
}

/** `true` if all consents are given, `'some'` if only a part (specification, section 3: `allAgreed`). */
export function consentState(agreed: JoinDraft['consents']): boolean | 'some' {
  const count = consents.filter((name) => agreed[name]).length
  return count === consents.length ? true : count > 0 ? 'some' : false
}

export const missingConsents = (agreed: JoinDraft['consents']): Consent[] =>
  requiredConsents.filter((name) => !agreed[name])

/** Parses a saved draft; anything malformed yields an empty one. */
export function parseJoinDraft(text: string | null): JoinDraft {
  try {
    const saved = JSON.parse(text ?? '{}') as Partial<JoinDraft>
    return {
      consents: Object.fromEntries(
        consents.map((name) => [name, saved.consents?.[name] === true]),
      ) as JoinDraft['consents'],
      email: textOf(saved.email),
      phonenumber: textOf(saved.phonenumber),
      username: textOf(saved.username),
      sent: { email: sentOf(saved.sent?.email), phone: sentOf(saved.sent?.phone) },
    }
  } catch {
    return emptyJoinDraft
  }
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

function sentOf(value: SentVerificationCode | null | undefined): SentVerificationCode | null {
  const code = value?.code
  return typeof value?.to === 'string' && Number.isFinite(code?.expires_at) ? value : null
}

type JoinState = {
  draft: JoinDraft
  /** Verified steps of this session; null until loaded. */
  verified: SignUpState | null
  /** Loading failed. */
  failed: boolean
  /** Shown at the top of the step that the member was redirected to. */
  notice: string | null
}

const initialState: JoinState = {
  draft: emptyJoinDraft,
  verified: null,
  failed: false,
  notice: null,
}

const unverified: SignUpState = {
  email: null,
  phonenumber: null,
  verified_until: null,
  verifies_phone: true,
}

/** Only the draft is kept, as plain JSON. Without storage a reload loses it. */
const draftStorage: PersistStorage<JoinState> = {
  getItem(key) {
    const text = sessionStore.getItem(key)
    return text === null ? null : { state: { ...initialState, draft: parseJoinDraft(text) } }
  },
  setItem(key, { state: { draft } }) {
    if (draft === emptyJoinDraft) sessionStore.removeItem(key)
    else sessionStore.setItem(key, JSON.stringify(draft))
  },
  removeItem: (key) => sessionStore.removeItem(key),
}

const store = createStore(
  persist(() => initialState, { name: 'hanpyeon.join-draft', storage: draftStorage }),
)

/** State of the join form in this tab. */
export const joinStore = {
  current: store.getState,

  /** Loads the verification state. */
  async load(): Promise<void> {
    try {
      store.setState({ verified: await apiRequest(accounts.readSignUp, {}), failed: false })
    } catch {
      store.setState(({ verified }) => ({ failed: verified === null }))
    }
  },

  updateDraft(changes: Partial<JoinDraft>): void {
    store.setState(({ draft }) => ({ draft: { ...draft, ...changes } }))
  },

  /** Merges what a confirmed code has verified, as the server would return it. */
  setVerified(changes: Partial<SignUpState>): void {
    store.setState(({ verified }) => ({ verified: { ...(verified ?? unverified), ...changes } }))
  },

  setNotice(notice: string | null): void {
    if (notice !== store.getState().notice) store.setState({ notice })
  },

  /** Clears draft and verification after completion or cancellation. */
  reset(): void {
    store.setState(({ verified }) => ({
      ...initialState,
      verified: { ...unverified, verifies_phone: verified?.verifies_phone ?? true },
    }))
  },
}

// A member does not need the draft, and the next person at this tab must not see it.
onMemberChange(joinStore.reset)
if (authStore.getState().user.id !== null) joinStore.reset()

/** Empty during server rendering and hydration. */
export const useJoinStore = (): JoinState => useStore(store)
