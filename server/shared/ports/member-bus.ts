/** A notice to the open pages of a member. `data` is JSON. */
export type MemberNotice = { member_id: number; channel: string; data: unknown }

/** Brings notices to the servers that hold sockets of their members: `server/db/notify/notify-bus.ts`, or Valkey. */
export type MemberBus = {
  /** Sends notices of a committed transaction. Never throws: a lost notice is counted. */
  send(notices: readonly MemberNotice[]): void
  /** Sends what waits, and ends. */
  stop(): Promise<void>
}

/** Handlers of received notices by channel. */
export type MemberNoticeHandlers = Readonly<
  Record<string, (data: never, member_id: number) => void>
>
