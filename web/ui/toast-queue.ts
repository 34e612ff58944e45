export type Toast = { id: number; text: string; tone: 'plain' | 'good' | 'danger' }

const longest = 3
let queue: readonly Toast[] = []
let lastId = 0
const listeners = new Set<() => void>()

function become(next: readonly Toast[]) {
  queue = next
  for (const listener of listeners) listener()
}

/** Short words at the edge of the screen that leave by themselves; at most three at once, the newest stay. */
export const toasts = {
  show(text: string, tone: Toast['tone'] = 'plain'): number {
    lastId += 1
    become([...queue, { id: lastId, text, tone }].slice(-longest))
    return lastId
  },
  dismiss(id: number) {
    if (queue.some((toast) => toast.id === id)) become(queue.filter((toast) => toast.id !== id))
  },
  current: (): readonly Toast[] => queue,
  subscribe(listener: () => void) {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },
}
