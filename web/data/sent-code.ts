import { codeLifetimeSeconds } from '#contract/accounts/account-rules.ts'
import type { VerificationCodeStatus } from '#contract/accounts/accounts.ts'
import { viewerEndpoints } from '#contract/viewer-endpoints.ts'
import { accountFieldsCopy } from '#web/copy/account-fields.ts'
import { codeExtended, codeSentNow, type TimedCode } from '#web/ui/countdown.ts'
import { toasts } from '#web/ui/toast-queue.ts'
import { useState } from 'react'
import { call, CallRefused } from './client.ts'
import { wordsOf } from './refused.ts'

const words = accountFieldsCopy.code

/**
 * A code on its way to a phone and what is wrong with it: sending, sending again, lengthening and confirming, one
 * at a time.
 */
export function useSentCode(
  send: () => Promise<VerificationCodeStatus>,
  channel: 'phone' | 'adult' = 'phone',
) {
  const [code, setCode] = useState<TimedCode>()
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
    setError(wordsOf(reason))
    if (reason instanceof CallRefused)
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
        setCode(codeSentNow(await send()))
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
          setCode(codeSentNow(await send()))
          setEnded(false)
          toasts.show(words.sent_again, 'good')
        }),
      onExtend: () =>
        void during(async () => {
          if (!code) return
          const sent = await call(viewerEndpoints.accounts.extendCode, { body: { channel } })
          setCode(codeExtended(sent, code))
          toasts.show(words.extended(codeLifetimeSeconds[channel] / 60), 'good')
        }),
    },
  }
}
