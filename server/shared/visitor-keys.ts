import { seoulDate } from '#contract/core/seoul-time.ts'
import { clientNetwork } from './client-network.ts'
import type { Clock } from './clock.ts'
import type { Encryption } from './encryption.ts'

/** A visitor without an account, as it is counted: neither key identifies or tracks the visitor. */
export type VisitorKeys = { viewer_key: number; network: number }

/**
 * Creates the function that derives the keys of a visitor: keyed hashes of the session, or of address and device without one,
 * and of the network, for IPv6 an organisation's, because some subscribers have many /64
 * (decisions/0020-counted-figures). They change daily in Seoul.
 * @param purpose separates the keys of different counts
 */
export function createVisitorKeys(
  { encryption, clock }: { encryption: Pick<Encryption, 'blindIndex'>; clock: Clock },
  purpose: string,
) {
  const dailyHash = (text: string) =>
    encryption
      .blindIndex('address', `${purpose} ${seoulDate(clock.now())} ${text}`)
      .readUIntBE(0, 6)
  return (visitor: {
    address: string
    device: string
    session_id: number | undefined
  }): VisitorKeys => {
    const { address, device, session_id } = visitor
    const visitorName = session_id === undefined ? `${address} ${device}` : `session ${session_id}`
    return {
      viewer_key: -1 - dailyHash(visitorName),
      network: dailyHash(`network ${clientNetwork(address, 48)}`),
    }
  }
}
