import { maxCodeAttempts } from '#contract/accounts/account-rules.ts'
import { accounts, type VerificationCodeStatus } from '#contract/accounts/accounts.ts'
import { formCopy } from '#web/copy/forms.ts'
import { CallRefused, request } from '#web/data/client.ts'
import { codeExtended, codeSentNow } from '#web/ui/countdown.ts'
import { useRef, useState } from 'react'
import type { Channel, SentCode } from './draft.ts'
import { join } from './join-store.ts'

/** Keeps what was sent, so that a reload comes back to its boxes and its countdown. */
export function keepSent(channel: Channel, sent: SentCode | null) {
  join.change({ sent: { ...join.current().draft.sent, [channel]: sent } })
}

const sendTo = (channel: Channel, to: string): Promise<VerificationCodeStatus> =>
  channel === 'email'
    ? request(accounts.sendSignUpCode, { body: { email: to } })
    : request(accounts.sendPhoneCode, { body: { phonenumber: to } })

const confirmTo = (channel: Channel, to: string, code: string) =>
  channel === 'email'
    ? request(accounts.confirmSignUpCode, { body: { email: to, code } })
    : request(accounts.confirmPhoneCode, { body: { phonenumber: to, code } })

/** Confirming, lengthening and sending again: one at a time, each saying what went wrong with it. */
export function useCodeCheck(channel: Channel, { to, code }: SentCode, onProven: () => void) {
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
      const problem = error instanceof CallRefused ? error.problem : undefined
      const of_code = problem?.errors.find(({ field }) => field === 'code')
      setFault({
        text:
          of_code?.detail ?? problem?.errors[0]?.detail ?? problem?.detail ?? formCopy.no_answer,
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
        join.learn({ ...proven, verified_until })
        keepSent(channel, null)
        onProven()
      }),
    resend: () =>
      void during(async () => {
        keepSent(channel, { to, code: codeSentNow(await sendTo(channel, to)) })
        wrongs.current = 0
        setEnded(false)
      }),
    extend: () =>
      void during(async () => {
        const longer = await request(accounts.extendCode, { body: { channel } })
        keepSent(channel, { to, code: codeExtended(longer, code) })
      }),
  }
}
