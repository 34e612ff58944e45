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

/** Short messages, which disappear unless they offer an action; the newest three are shown. */
export const toasts = {
  show(text: string, tone: Toast['tone'] = 'info', action?: ToastAction): number {
    overlayRequest.make()
    lastId += 1
    const toast = { id: lastId, text, tone, ...(action && { action }) }
    toastStore.setState((queue) => [...queue, toast].slice(-maxToasts), true)
    return lastId
  },
  dismiss(id: number) {
    toastStore.setState((queue) => queue.filter((toast) => toast.id !== id), true)
  },
}
