import { dayMs } from '#contract/core/seoul-time.ts'
import type { Db, Tx } from '#server/db/client.ts'
import type { RequestContext } from '#server/api/request-context.ts'
import { clientNetwork } from '#server/shared/client-network.ts'
import type { Encryption } from '#server/shared/encryption.ts'
import { findKnownDevices, upsertKnownDevice } from './known-device-queries.ts'
import { generateToken, hashToken } from './sessions.ts'

/** A browser without a sign-in for this many days is unknown again. */
const deviceLifetimeDays = 180
/** Per member. */
const maxDevices = 20

type Browser = Pick<RequestContext, 'client' | 'cookie' | 'now'>
type Keys = { encryption: Pick<Encryption, 'blindIndex'> }

/** Devices last used at this instant or earlier are unknown again. */
export const deviceUnusedSince = (now: Date) =>
  new Date(now.getTime() - deviceLifetimeDays * dayMs).toISOString()

/**
 * The network that sign-ins to one account are counted under: an organisation's for IPv6, because a subscriber has hundreds of
 * /64 networks, and each would have attempts of its own.
 */
export const signInNetwork = ({ address }: Pick<RequestContext['client'], 'address'>) =>
  clientNetwork(address, 48)

const networkIndex = ({ encryption }: Keys, network: string) =>
  encryption.blindIndex('address', network)

/** Properties of the client of a sign-in. */
export type RecognizedClient = {
  /** The token of a browser that has signed in to the account, or null. */
  device_token: string | null
  network: string
  /** Whether a browser has signed in to the account from this network. */
  is_known_network: boolean
}

/**
 * Recognizes the browser and the network of a sign-in to the account of an address, registered or not
 * (decisions/0011-guessing).
 */
export async function recognizeClient(
  db: Db,
  keys: Keys,
  email: string,
  { client, cookie, now }: Browser,
): Promise<RecognizedClient> {
  const network = signInNetwork(client)
  const token = cookie.deviceToken()
  const token_hash = token === null ? null : hashToken(token)
  const network_index = networkIndex(keys, network)
  const sought = { token_hash, network_index }
  const devices = await findKnownDevices(db, email, sought, deviceUnusedSince(now))
  const isKnownDevice =
    token_hash !== null && devices.some((device) => device.token_hash.equals(token_hash))
  return {
    device_token: isKnownDevice ? token : null,
    network,
    is_known_network: devices.some((device) => device.network_index.equals(network_index)),
  }
}

/**
 * Stores that the browser has signed in to the account, and renews its device cookie. The cookie is sent only if the handler
 * returns (`RequestContext.cookie`). A browser keeps one token for all its accounts.
 * @param token a new one where the previous one must end
 * @returns the device, if it is new to the account
 */
export async function rememberDevice(
  tx: Tx,
  keys: Keys,
  member_id: number,
  { client, cookie, now }: Browser,
  token = cookie.deviceToken() ?? generateToken(),
): Promise<{ token_hash: Buffer } | null> {
  const device = {
    member_id,
    token_hash: hashToken(token),
    network_index: networkIndex(keys, signInNetwork(client)),
    last_used_at: now.toISOString(),
  }
  const isNew = await upsertKnownDevice(tx, device, maxDevices)
  cookie.setDevice(token, new Date(now.getTime() + deviceLifetimeDays * dayMs))
  return isNew ? device : null
}
