import { codeLifetimeSeconds, maxCodeAttempts } from '#contract/accounts/account-rules.ts'
import { type VerificationCodeStatus, accounts } from '#contract/accounts/accounts.ts'
import { viewerEndpoints } from '#contract/viewer-endpoints.ts'
import { accountFieldMessages } from './messages.ko.ts'
import { extendVerificationCode, toVerificationCode, type VerificationCode } from './code-timer.ts'
import { toasts } from '#web/ui/feedback/toasts.tsx'
import { useState, useRef } from 'react'
import { call, ApiError, apiRequest } from '#web/api/client.ts'
import { errorMessage } from '#web/api/error-message.ts'
import { formMessages } from '#web/api/messages.ko.ts'
import type { Channel, SentVerificationCode } from '#web/features/account/join/join-draft.ts'
import { joinStore } from '#web/features/account/join/join-store.ts'

const messages = accountFieldMessages.code

/**
 * A code on its way to a phone and what is wrong with it: sending, sending again, lengthening and confirming, one
 * at a time.
 */
export function useSentCode(
  send: () => Promise<VerificationCodeStatus>,
  channel: 'phone' | 'adult' = 'phone',
) {
  const [code, setCode] = useState<VerificationCode>()
  const [error, setError] = useState<string>()
  const [ended, setEnded] = useState(false)
  const [busy, setBusy] = useState(false)

  async function during(work: () => Promise<void>) {
    setBusy(true)
    setError(undefined)
    try {
      await work()
    } catch (reason) {
      refused(reason)
    } finally {
      setBusy(false)
    }
  }

  function refused(reason: unknown) {
    setError(errorMessage(reason))
    if (reason instanceof ApiError)
      setEnded(reason.problem.errors.some(({ code: fault }) => fault === 'code_expired'))
  }

  return {
    code,
    busy,
    /** Of the last thing that was tried: sending before there is a code, else what is wrong with the digits. */
    error,
    /** Sends a code, or another one. */
    send: () =>
      during(async () => {
        setCode(toVerificationCode(await send()))
        setEnded(false)
      }),
    /** Runs what proves the digits. */
    confirm: (proof: () => Promise<unknown>) => during(async () => void (await proof())),
    /** Takes over what a call said of the code that was made elsewhere. */
    refused,
    reset() {
      setCode(undefined)
      setError(undefined)
      setEnded(false)
    },
    /** What `CodeField` wants to know, once there is a code. */
    field: {
      error,
      ended,
      busy,
      onResend: () =>
        void during(async () => {
          setCode(toVerificationCode(await send()))
          setEnded(false)
          toasts.show(messages.sent_again, 'good')
        }),
      onExtend: () =>
        void during(async () => {
          if (!code) return
          const sent = await call(viewerEndpoints.accounts.extendCode, { body: { channel } })
          setCode(extendVerificationCode(sent, code))
          toasts.show(messages.extended(codeLifetimeSeconds[channel] / 60), 'good')
        }),
    },
  }
}

/** Keeps what was sent, so that a reload comes back to its boxes and its countdown. */
export function saveSentCode(channel: Channel, sent: SentVerificationCode | null) {
  joinStore.change({ sent: { ...joinStore.current().draft.sent, [channel]: sent } })
}

const sendTo = (channel: Channel, to: string): Promise<VerificationCodeStatus> =>
  channel === 'email'
    ? apiRequest(accounts.sendSignUpCode, { body: { email: to } })
    : apiRequest(accounts.sendPhoneCode, { body: { phonenumber: to } })

const confirmTo = (channel: Channel, to: string, code: string) =>
  channel === 'email'
    ? apiRequest(accounts.confirmSignUpCode, { body: { email: to, code } })
    : apiRequest(accounts.confirmPhoneCode, { body: { phonenumber: to, code } })

/** Confirming, lengthening and sending again: one at a time, each saying what went wrong with it. */
export function useVerificationCode(
  channel: Channel,
  { to, code }: SentVerificationCode,
  onProven: () => void,
) {
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState<{ text: string; of_code: boolean }>()
  const [ended, setEnded] = useState(false)
  const running = useRef(false)
  const wrongs = useRef(0)

  async function during(work: () => Promise<void>) {
    if (running.current) return
    running.current = true
    setBusy(true)
    setFault(undefined)
    try {
      await work()
    } catch (error) {
      const problem = error instanceof ApiError ? error.problem : undefined
      const of_code = problem?.errors.find(({ field }) => field === 'code')
      setFault({
        text:
          of_code?.detail ??
          problem?.errors[0]?.detail ??
          problem?.detail ??
          formMessages.no_answer,
        of_code: of_code !== undefined,
      })
      if (of_code?.code === 'incorrect_code') wrongs.current += 1
      // The last wrong one ends a code as its time does.
      if (of_code?.code === 'code_expired' || wrongs.current >= maxCodeAttempts) setEnded(true)
    } finally {
      running.current = false
      setBusy(false)
    }
  }

  return {
    busy,
    ended,
    /** What is wrong with the digits. */
    code_error: fault?.of_code ? fault.text : undefined,
    /** What else went wrong. */
    refusal: fault && !fault.of_code ? fault.text : undefined,
    retype: () => setFault(undefined),
    /** Says something of the digits. */
    say: (text: string) => setFault({ text, of_code: true }),
    confirm: (digits: string) =>
      void during(async () => {
        const { verified_until } = await confirmTo(channel, to, digits)
        const proven = channel === 'email' ? { email: to } : { phonenumber: to }
        joinStore.learn({ ...proven, verified_until })
        saveSentCode(channel, null)
        onProven()
      }),
    resend: () =>
      void during(async () => {
        saveSentCode(channel, { to, code: toVerificationCode(await sendTo(channel, to)) })
        wrongs.current = 0
        setEnded(false)
      }),
    extend: () =>
      void during(async () => {
        const longer = await apiRequest(accounts.extendCode, { body: { channel } })
        saveSentCode(channel, { to, code: extendVerificationCode(longer, code) })
      }),
  }
}
