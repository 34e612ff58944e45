import { createStore } from 'zustand'
import { overlayRequest } from './overlay-request.ts'

type ToastAction = { label: string; run: () => void }
export type Toast = {
  id: number
  text: string
  tone: 'info' | 'success' | 'danger'
  action?: ToastAction
}

const maxToasts = 3
export const toastStore = createStore<readonly Toast[]>(() => [])
let lastId = 0

/** Long enough to read two lines aloud. */
const visible_ms = 6_000

type Clock = {
  left_ms: number
  started_at: number
  timer: ReturnType<typeof setTimeout> | undefined
}
const clocks = new Map<number, Clock>()

/** Short messages, which disappear unless they offer an action; the newest three are shown. */
export const toasts = {
  show(text: string, tone: Toast['tone'] = 'info', action?: ToastAction): number {
    overlayRequest.make()
    lastId += 1
    const toast = { id: lastId, text, tone, ...(action && { action }) }
    toastStore.setState((queue) => [...queue, toast].slice(-maxToasts), true)
    return lastId
  },
  /** Lets the time of a toast run, such as while nobody points at it. It outlives its element, which moves into dialogs. */
  run({ id, action }: Pick<Toast, 'id' | 'action'>) {
    if (action) return
    toasts.pause(id)
    const left_ms = clocks.get(id)?.left_ms ?? visible_ms
    const timer = setTimeout(() => toasts.dismiss(id), left_ms)
    clocks.set(id, { left_ms, started_at: performance.now(), timer })
  },
  pause(id: number) {
    const clock = clocks.get(id)
    if (clock?.timer === undefined) return
    clearTimeout(clock.timer)
    const left_ms = clock.left_ms - (performance.now() - clock.started_at)
    clocks.set(id, { ...clock, left_ms: Math.max(0, left_ms), timer: undefined })
  },
  dismiss(id: number) {
    toasts.pause(id)
    clocks.delete(id)
    toastStore.setState((queue) => queue.filter((toast) => toast.id !== id), true)
  },
}
