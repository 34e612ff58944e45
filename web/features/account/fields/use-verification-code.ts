import { codeLifetimeSeconds, maxCodeAttempts } from '#contract/accounts/account-rules.ts'
import { type VerificationCodeStatus, accounts } from '#contract/accounts/accounts.ts'
import { accountFieldMessages } from './messages.ko.ts'
import { extendVerificationCode, toVerificationCode, type VerificationCode } from './code-timer.ts'
import { toasts } from '#web/ui/feedback/toasts.ts'
import { useState, useRef } from 'react'
import { useAsyncAction } from '#web/api/use-async-action.ts'
import { ApiError } from '#web/api/api-errors.ts'
import { call, apiRequest } from '#web/api/client.ts'
import { errorMessage } from '#web/api/error-messages.ko.ts'
import { formMessages } from '#web/api/messages.ko.ts'
import type { Channel, SentVerificationCode } from '#web/features/account/join/join-draft.ts'
import { joinStore } from '#web/features/account/join/join-store.ts'

const messages = accountFieldMessages.code

/** The state of a verification code: send, resend, extend and confirm, one request at a time. */
export function useSentCode(
  send: () => Promise<VerificationCodeStatus>,
  channel: 'phone' | 'adult' = 'phone',
) {
  const [code, setCode] = useState<VerificationCode>()
  const [isExpired, setIsExpired] = useState(false)
  const request = useAsyncAction(
    (task: () => Promise<unknown>) => task(),
    (cause) => {
      if (cause instanceof ApiError)
        setIsExpired(
          cause.problem.errors.some(({ code: errorCode }) => errorCode === 'code_expired'),
        )
    },
  )
  const { run, isPending } = request
  /** Of the last request: sending, or later the code. */
  const error = request.error ? errorMessage(request.error) : undefined

  return {
    code,
    isPending,
    error,
    send: () =>
      run(async () => {
        setCode(toVerificationCode(await send()))
        setIsExpired(false)
      }),
    /** Runs the request that verifies the code. */
    confirm: (verify: () => Promise<unknown>) => run(verify),
    reset() {
      setCode(undefined)
      request.reset()
      setIsExpired(false)
    },
    /** Props of `VerificationCodeField`. */
    field: {
      error,
      isExpired,
      busy: isPending,
      onResend: () =>
        run(async () => {
          setCode(toVerificationCode(await send()))
          setIsExpired(false)
          toasts.show(messages.resent, 'success')
        }),
      onExtend: () =>
        run(async () => {
          if (!code) return
          const sent = await call(accounts.extendCode, { body: { channel } })
          setCode(extendVerificationCode(sent, code))
          toasts.show(messages.extended(codeLifetimeSeconds[channel] / 60), 'success')
        }),
    },
  }
}

/** Saves a sent code, so that a reload returns to its input and countdown. */
export function saveSentCode(channel: Channel, sent: SentVerificationCode | null) {
  joinStore.updateDraft({ sent: { ...joinStore.current().draft.sent, [channel]: sent } })
}

const sendCode = (channel: Channel, to: string): Promise<VerificationCodeStatus> =>
  channel === 'email'
    ? apiRequest(accounts.sendSignUpCode, { body: { email: to } })
    : apiRequest(accounts.sendPhoneCode, { body: { phonenumber: to } })

const confirmCode = (channel: Channel, to: string, code: string) =>
  channel === 'email'
    ? apiRequest(accounts.confirmSignUpCode, { body: { email: to, code } })
    : apiRequest(accounts.confirmPhoneCode, { body: { phonenumber: to, code } })

/** Confirms, extends and resends a code of the join form, one request at a time. */
export function useVerificationCode(
  channel: Channel,
  { to, code }: SentVerificationCode,
  onVerified: () => void,
) {
  const [error, setError] = useState<{ text: string; isCodeError: boolean }>()
  const [isExpired, setIsExpired] = useState(false)
  const failedAttempts = useRef(0)
  const { run, isPending } = useAsyncAction(
    (task: () => Promise<void>) => {
      setError(undefined)
      return task()
    },
    (cause) => {
      const problem = cause instanceof ApiError ? cause.problem : undefined
      const codeError = problem?.errors.find(({ field }) => field === 'code')
      setError({
        text:
          codeError?.detail ??
          problem?.errors[0]?.detail ??
          problem?.detail ??
          formMessages.network_error,
        isCodeError: codeError !== undefined,
      })
      if (codeError?.code === 'incorrect_code') failedAttempts.current += 1
      // Too many wrong attempts invalidate a code like its expiry.
      if (codeError?.code === 'code_expired' || failedAttempts.current >= maxCodeAttempts)
        setIsExpired(true)
    },
  )

  return {
    isPending,
    isExpired,
    /** The error of the code. */
    code_error: error?.isCodeError ? error.text : undefined,
    /** Any other error. */
    error: error && !error.isCodeError ? error.text : undefined,
    clearError: () => setError(undefined),
    /** Shows a code error. */
    setCodeError: (text: string) => setError({ text, isCodeError: true }),
    confirm: (digits: string) =>
      run(async () => {
        const { verified_until } = await confirmCode(channel, to, digits)
        const verified = channel === 'email' ? { email: to } : { phonenumber: to }
        joinStore.setVerified({ ...verified, verified_until })
        saveSentCode(channel, null)
        onVerified()
      }),
    resend: () =>
      run(async () => {
        saveSentCode(channel, { to, code: toVerificationCode(await sendCode(channel, to)) })
        failedAttempts.current = 0
        setIsExpired(false)
      }),
    extend: () =>
      run(async () => {
        const extended = await apiRequest(accounts.extendCode, { body: { channel } })
        saveSentCode(channel, { to, code: extendVerificationCode(extended, code) })
      }),
  }
}
