import * as notifications from '#web/api/endpoints/notifications.generated.ts'
import { call } from '#web/api/client.ts'

/** Whether the browser can receive push messages and has not refused them. */
export const canReceivePush = () =>
  'PushManager' in window && 'serviceWorker' in navigator && Notification.permission !== 'denied'

/** @throws Error if the member does not permit notifications, or the browser has no push service */
export async function subscribe(public_key: string): Promise<void> {
  const permission = await Notification.requestPermission()
  if (permission !== 'granted') throw new Error('Notifications are not permitted')
  const { pushManager } = await navigator.serviceWorker.ready
  const existing = await pushManager.getSubscription()
  // A subscription with another key is one of an earlier secret of the site.
  if (existing && keyOf(existing) !== public_key) await existing.unsubscribe()
  const subscription = await pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: public_key,
  })
  const { endpoint, keys: { p256dh = '', auth = '' } = {} } = subscription.toJSON()
  const body = { endpoint: endpoint ?? '', keys: { p256dh, auth } }
  await call(notifications.subscribeToPush, { body })
}

export async function unsubscribe(): Promise<void> {
  await call(notifications.unsubscribeFromPush, {})
  const registration = await navigator.serviceWorker.getRegistration()
  await (await registration?.pushManager.getSubscription())?.unsubscribe()
}

function keyOf({ options }: PushSubscription): string {
  const bytes = new Uint8Array(options.applicationServerKey ?? new ArrayBuffer(0))
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')
}
