import type { endpoints } from '#contract/index.ts'
import type { WatchSocketMessage } from '#contract/watch-history/watch-history.ts'
import type { NotificationHandlers } from '#server/db/notify/notification-listener.ts'
import type { MemberNoticeHandlers } from '#server/shared/ports/member-bus.ts'
import type { Handlers } from './handler.ts'

/** A handler for every endpoint, by group of `contract/index.ts`. A missing one is a type error. */
export type EndpointHandlers = {
  [G in keyof typeof endpoints]: Handlers<(typeof endpoints)[G]>
}

/** The endpoints and notification handlers of a domain. `composition/` joins the modules of all domains in each server. */
export type ServerModule = {
  endpoints: Partial<EndpointHandlers>
  /** Handlers of the notifications that the domain publishes to all processes. */
  notifications?: NotificationHandlers
  /** Handlers of the notices to open pages of members, in the servers that hold these. */
  member_notices?: MemberNoticeHandlers
}

/** Brings notices to this process only for members who are followed. Each `follow` needs its `unfollow`. */
export type MemberSubscriptions = {
  follow(member_id: number): void
  unfollow(member_id: number): void
}

/** The open sockets of this process. Implemented by `http/sockets`. */
export type Sockets = {
  hasMember(member_id: number): boolean
  sendToMember(member_id: number, message: WatchSocketMessage): void
  /** Sends to the sockets of a profile, except the one with the id `except`. */
  sendToProfile(profile_id: number, message: WatchSocketMessage, except?: number): void
  /** Sends a serialized studio event to all studio sockets, together with others of the same moment. */
  sendStudioEvent(event: string): void
  closeSession(session_id: number): void
  /** Closes the sockets of members over half a minute so that their pages connect again and read what they missed. */
  reconnectMembers(): void
  /** Closes the sockets of a session so that they connect again, with the session's current profile. */
  reconnectSession(session_id: number): void
}
