import { overlayRequest } from '#web/ui/feedback/overlay-request.ts'
import type { ReactNode } from 'react'
import { createStore, useStore } from 'zustand'

export type DialogOptions = {
  /** Accessible name. */
  label: string
  /** Whether a click outside or Escape closes it. Default: true. */
  dismissible?: boolean
  /** Asked before the user closes it without a result. */
  confirmDismiss?: () => Promise<boolean>
  /** Hides the backdrop. */
  transparent?: boolean
  /** Wider, and near the upper edge, so that it does not move as its content changes. */
  wide?: boolean
}

export type DialogEntry = DialogOptions & {
  id: number
  content: ReactNode
  /** The element that had the focus before. */
  opener: Element | null
}

type Entry = DialogEntry & { settle: (result: unknown) => void }

/** Open dialogs, the last on top (specification, section 2). Stays empty on the server. */
const store = createStore<readonly Entry[]>(() => [])
let lastId = 0

const setStack = (next: readonly Entry[]) => store.setState(next, true)

export const dialogs = {
  /**
   * Opens a dialog on top. `render` receives the function that closes it with a result.
   * @returns the result, or `undefined` if it was dismissed.
   */
  open<R>(
    options: DialogOptions,
    render: (close: (result?: R) => void) => ReactNode,
  ): Promise<R | undefined> {
    overlayRequest.make()
    lastId += 1
    const id = lastId
    return new Promise((resolve) => {
      const content = render((result) => dialogs.close(id, result))
      const settle = (result: unknown) => resolve(result as R | undefined)
      const opener = globalThis.document?.activeElement ?? null
      setStack([...store.getState(), { ...options, id, content, opener, settle }])
    })
  },

  /** Closes a dialog and dismisses those above it. Closing twice does nothing. */
  close(id: number, result?: unknown) {
    const stack = store.getState()
    const index = stack.findIndex((entry) => entry.id === id)
    if (index < 0) return
    const closed = stack.slice(index)
    setStack(stack.slice(0, index))
    for (const entry of closed.toReversed()) entry.settle(entry.id === id ? result : undefined)
  },

  closeAll() {
    const bottom = store.getState()[0]
    if (bottom) dialogs.close(bottom.id)
  },

  /** Closes the dialog without a result, if it is dismissible and the user confirms it. */
  dismiss(id: number) {
    const entry = store.getState().find((candidate) => candidate.id === id)
    if (!entry || entry.dismissible === false) return
    if (!entry.confirmDismiss) return dialogs.close(id)
    // The question is a dialog on top of this one.
    if (store.getState().at(-1) !== entry) return
    void entry.confirmDismiss().then((isConfirmed) => isConfirmed && dialogs.close(id))
  },

  /** Dismisses the dialog on top, as its ✕ does. */
  dismissTop() {
    const top = store.getState().at(-1)
    if (top) dialogs.dismiss(top.id)
  },

  current: (): readonly DialogEntry[] => store.getState(),
  subscribe: store.subscribe,
}

export function useDialogs<T>(select: (stack: readonly DialogEntry[]) => T): T {
  return useStore(store, select)
}
