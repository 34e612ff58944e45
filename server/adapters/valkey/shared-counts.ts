import type { SharedCounts } from '#server/shared/ports/shared-counts.ts'
import type { Valkey } from './connection.ts'

const spendScript = `
local spent = tonumber(redis.call('get', KEYS[1]) or '0')
if spent + ARGV[1] > tonumber(ARGV[2]) then return math.max(redis.call('pttl', KEYS[1]), 1) end
redis.call('incrby', KEYS[1], ARGV[1])
if spent == 0 then redis.call('expire', KEYS[1], ARGV[3]) end
return 0`

// The viewers of an object and of each network are HyperLogLogs. Adding does not tell whether a viewer is new, so the total is compared
// with what was counted before.
const viewersScript = `
for at = 3, #ARGV, 2 do
  local network = KEYS[1] .. ':' .. ARGV[at + 1]
  if redis.call('pfcount', network) < tonumber(ARGV[1]) then
    redis.call('pfadd', network, ARGV[at])
    redis.call('expire', network, ARGV[2])
    redis.call('pfadd', KEYS[1], ARGV[at])
  end
end
local total = redis.call('pfcount', KEYS[1])
local counted = tonumber(redis.call('get', KEYS[2]) or '0')
redis.call('expire', KEYS[1], ARGV[2])
if total <= counted then return 0 end
redis.call('set', KEYS[2], total, 'ex', ARGV[2])
return total - counted`

/** Longer than any day, whose name is a part of the object. */
const viewersKeptSeconds = 172_800

export function createSharedCounts(valkey: Pick<Valkey, 'script'>): SharedCounts {
  return {
    async spend(key, cost, { times, seconds }) {
      const left = await valkey.script(spendScript, [`spent:${key}`], [cost, times, seconds])
      return Math.ceil(Number(left) / 1_000)
    },
    async countViewers(object, viewers, viewers_of_network) {
      const keys = [`viewers:{${object}}`, `viewers:{${object}}:counted`]
      const values = viewers.flatMap(({ viewer_key, network }) => [viewer_key, network])
      return Number(
        await valkey.script(viewersScript, keys, [
          viewers_of_network,
          viewersKeptSeconds,
          ...values,
        ]),
      )
    },
  }
}
