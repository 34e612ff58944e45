import { useRef, useState } from 'react'

/**
 * Runs an action that takes time, once at a time: a call while another is pending is ignored. For writes outside a query
 * client, such as logging in; elsewhere see `useApiMutation`.
 */
export function useAsyncAction<A extends unknown[]>(
  action: (...input: A) => Promise<unknown>,
  onError?: (error: unknown) => void,
) {
  const [state, setState] = useState<{ isPending: boolean; error: unknown }>(idle)
  const current = useRef<symbol>(undefined)

  async function execute(...input: A) {
    const id = (current.current = Symbol())
    setState({ isPending: true, error: undefined })
    let error: unknown
    try {
      await action(...input)
    } catch (cause) {
      error = cause
      onError?.(cause)
    }
    // `reset` has ended this run.
    if (current.current !== id) return
    current.current = undefined
    setState({ isPending: false, error })
  }

  return {
    ...state,
    run: (...input: A) => void (current.current ?? execute(...input)),
    /** Forgets the error, and the pending run, which continues without effect on this state. */
    reset() {
      current.current = undefined
      setState(idle)
    },
  }
}

const idle = { isPending: false, error: undefined }
