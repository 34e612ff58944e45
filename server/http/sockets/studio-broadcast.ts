import { receivesStudioEvent, type StudioEvent } from '#contract/studio/events.ts'
import { rules, type SocketRegistry } from './client-socket.ts'

/** Notifications are JSON already. Without one, the page reads everything again. */
export const eventsMessage = (notices: Iterable<string>) => `{"events":[${[...notices].join()}]}`

/**
 * Sends studio events to the sockets of staff.
 * @param recheckStaff called with a member whose role may have changed
 */
export function createStudioBroadcast(
  { byStaff }: Pick<SocketRegistry, 'byStaff'>,
  recheckStaff: (member_id: number) => void,
) {
  const pendingEvents = new Set<string>()
  let broadcastTimer: NodeJS.Timeout | undefined
  /** Sends each event to the sockets whose role may read its subject. */
  function broadcastEvents() {
    broadcastTimer = undefined
    const events = [...pendingEvents].map((text) => ({
      text,
      event: JSON.parse(text) as StudioEvent,
    }))
    pendingEvents.clear()
    if (events.length > rules.max_events) return sendToStaff(eventsMessage([]))
    for (const clients of byStaff.values())
      for (const client of clients) {
        const { member_id: id, staff_role: role } = client
        const received = events.filter(({ event }) => receivesStudioEvent({ id, role }, event))
        if (received.length > 0) client.sendText(eventsMessage(received.map(({ text }) => text)))
      }
    for (const { event } of events)
      if (event.subject_kind === 'member') recheckStaff(event.subject_id ?? 0)
  }
  function sendToStaff(text: string) {
    for (const clients of byStaff.values()) for (const client of clients) client.sendText(text)
  }

  return {
    send(event: string) {
      if (byStaff.size === 0) return
      pendingEvents.add(event)
      broadcastTimer ??= setTimeout(broadcastEvents, rules.event_batch_delay)
    },
    requestResync: () => sendToStaff(eventsMessage([])),
    stop: () => clearTimeout(broadcastTimer),
  }
}
