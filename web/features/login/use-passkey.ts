import type { User } from '#contract/accounts/accounts.ts'
import { accountsCopy } from '#web/copy/accounts.ts'
import { CallRefused } from '#web/data/client.ts'
import { pending } from '#web/ui/pending.ts'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import {
  canFillInPasskey,
  canUsePasskey,
  signInWithPasskey,
  stopFillingIn,
  wasDismissed,
} from './passkey.ts'

const never = () => () => {}

/** Signing in with a passkey: by its button, and from the browser's own list at the first field. */
export function usePasskey(onDone: (user: User) => void) {
  const offered = useSyncExternalStore(never, canUsePasskey, () => false)
  const [error, setError] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const filling = useRef(false)
  const entering = useRef(false)

  useEffect(
    () => () => {
      if (filling.current) void stopFillingIn()
    },
    [],
  )

  function mayEnter() {
    if (entering.current) return false
    entering.current = true
    setBusy(true)
    return true
  }

  /** Where it did not lead in, another try may. */
  function outside() {
    entering.current = false
    setBusy(false)
  }

  function press() {
    if (entering.current) return
    setError(null)
    setBusy(true)
    filling.current = false
    pending
      .during(signInWithPasskey({ mayEnter }))
      .then(onDone, (reason: unknown) => {
        if (wasDismissed(reason)) return
        entering.current = false
        const said = reason instanceof CallRefused ? reason.problem.detail : null
        setError(said ?? accountsCopy.login.passkey_failed)
      })
      .finally(() => setBusy(entering.current))
  }

  /** Once, when somebody comes to the field: a page that is only looked at asks for no challenge. */
  async function fillIn() {
    if (filling.current || !(await canFillInPasskey())) return
    filling.current = true
    // Whatever hinders it, the field and the button are there.
    signInWithPasskey({ fill_in: true, mayEnter }).then(onDone, (reason: unknown) => {
      if (!wasDismissed(reason)) outside()
    })
  }

  return { offered, error, busy, press, fillIn: () => void fillIn() }
}
