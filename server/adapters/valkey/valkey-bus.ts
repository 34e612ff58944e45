import type { MemberBus, MemberNotice } from '#server/shared/ports/member-bus.ts'
import type { Valkey } from './connection.ts'

/** The sharded channel of a member. */
const channelOf = (member_id: number) => `member:{${member_id}}`

/** Sends each notice on the channel of its member, and by `fallback` while Valkey is away. */
export function createValkeyBus(valkey: Valkey, fallback: MemberBus): MemberBus {
  return {
    send(notices) {
      for (const notice of notices) {
        const { member_id, channel, data } = notice
        const name = channelOf(member_id)
        valkey
          .command(name, ['SPUBLISH', name, `${channel} ${JSON.stringify(data)}`])
          .catch(() => fallback.send([notice]))
      }
    },
    stop: () => fallback.stop(),
  }
}

/** Receives the notices of followed members. */
export function createMemberSubscriptions(valkey: Valkey, receive: (notice: MemberNotice) => void) {
  const followers = new Map<number, number>()
  return {
    follow(member_id: number) {
      const count = (followers.get(member_id) ?? 0) + 1
      followers.set(member_id, count)
      if (count > 1) return
      valkey.subscribe(channelOf(member_id), (message) => {
        const end = message.indexOf(' ')
        const data: unknown = JSON.parse(message.slice(end + 1))
        receive({ member_id, channel: message.slice(0, end), data })
      })
    },
    unfollow(member_id: number) {
      const count = (followers.get(member_id) ?? 0) - 1
      if (count > 0) return void followers.set(member_id, count)
      followers.delete(member_id)
      valkey.unsubscribe(channelOf(member_id))
    },
  }
}
