import type { ReactNode } from 'react'

export type DialogOptions = {
  /** What it is called by a screen reader. */
  label: string
  /** Whether a press outside, or Esc, closes it. On unless turned off. */
  dismissible?: boolean
  /** Leaves the page behind it undimmed. */
  transparent?: boolean
}

export type DialogEntry = DialogOptions & {
  id: number
  content: ReactNode
  /** What had the focus when it was opened. */
  opener: Element | null
}

type Entry = DialogEntry & { settle: (result: unknown) => void }

/** The one stack of dialogs (specification, section 2): the last is on top. Lives in the browser alone. */
let stack: readonly Entry[] = []
let lastId = 0
const listeners = new Set<() => void>()

function become(next: readonly Entry[]) {
  stack = next
  for (const listener of listeners) listener()
}

export const dialogs = {
  /**
   * Puts a dialog on top. `render` gets the function that closes it with a result.
   * @returns the result, or `undefined` when it was dismissed.
   */
  open<R>(
    options: DialogOptions,
    render: (close: (result?: R) => void) => ReactNode,
  ): Promise<R | undefined> {
    lastId += 1
    const id = lastId
    return new Promise((resolve) => {
      const content = render((result) => dialogs.close(id, result))
      const settle = (result: unknown) => resolve(result as R | undefined)
      const opener = globalThis.document?.activeElement ?? null
      become([...stack, { ...options, id, content, opener, settle }])
    })
  },

  /** Closes one, and all that were opened above it: those are dismissed. Closing twice does nothing. */
  close(id: number, result?: unknown) {
    const at = stack.findIndex((entry) => entry.id === id)
    if (at < 0) return
    const gone = stack.slice(at)
    become(stack.slice(0, at))
    for (const entry of gone.toReversed()) entry.settle(entry.id === id ? result : undefined)
  },

  /** Dismisses every dialog, as leaving the page does. */
  closeAll() {
    const bottom = stack[0]
    if (bottom) dialogs.close(bottom.id)
  },

  /** A press outside or Esc: dismisses the dialog unless it does not allow it. */
  dismiss(id: number) {
    if (stack.find((entry) => entry.id === id)?.dismissible !== false) dialogs.close(id)
  },

  current: (): readonly DialogEntry[] => stack,

  subscribe(listener: () => void) {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },
}
