import { endpoints } from '#contract/index.ts'
import { createSession } from '#server/domains/accounts/index.ts'
import { randomUUID } from 'node:crypto'
import { makeSeries } from '#test/fixtures/contents.ts'
import { makeMember } from '#test/fixtures/members.ts'
import { makePlayable, watch } from '#test/fixtures/watch-history.ts'
import type { TestApp } from '#test/app/test-app.ts'
import type { Name } from './example.ts'
import { inquiryForm } from './support.ts'

/** Endpoints whose resource of another member takes a payment: the tests of their domain cover it. */
export const paidResourceCalls: ReadonlySet<string> = new Set<Name>([
  'subscriptions.answerPriceOffer',
])

/** For each other member endpoint with an id: creates such a resource of another member. */
export const foreignResources: { [N in Name]?: (app: TestApp) => Promise<number | string> } = {
  'profiles.updateProfile': profileOfAnother,
  'profiles.deleteProfile': profileOfAnother,
  'profiles.setProfilePicture': profileOfAnother,
  'profiles.removeProfilePicture': profileOfAnother,
  'profiles.selectProfile': profileOfAnother,
  'profiles.setProfilePin': profileOfAnother,
  'profiles.createTransferCode': profileOfAnother,
  'customer_services.deleteInquiry': inquiryOfAnother,
  'customer_services.readAttachment': inquiryOfAnother,
  async 'accounts.endSession'(app) {
    const other = await makeMember(app)
    const visitor = { address: '127.0.0.1', device: '' }
    const { id } = await app.transact((tx) => createSession(tx, other.id, visitor, app.clock.now()))
    return id
  },
  async 'identity.confirmIdentityVerification'(app) {
    const other = await makeMember(app)
    const id = randomUUID()
    await app.pool.query(
      `insert into identity_attempts (id, member_id, expires_at) values ($1, $2, $3::timestamptz + interval '1 hour')`,
      [id, other.id, app.clock.now()],
    )
    return id
  },
  async 'accounts.removePasskey'(app) {
    const other = await makeMember(app)
    const { rows } = await app.pool.query<{ id: number }>(
      `insert into passkeys (member_id, credential_id, public_key, counter, name, created_at)
       values ($1, $2, '', 0, '남의 것', $3) returning id`,
      [other.id, randomUUID(), app.clock.now()],
    )
    return rows[0]?.id ?? 0
  },
  async 'watch_history.dismissContinueWatching'(app) {
    const other = await makeMember(app)
    const [episode = 0] = await makePlayable(app, [{}])
    await watch(app, other, episode, 30)
    const { results } = await other.call(endpoints.watch_history.listContinueWatching, {
      query: {},
    })
    return results[0]?.series_id ?? 0
  },
  async 'watch_history.deleteReleaseAlert'(app) {
    const other = await makeMember(app)
    const { id } = await makeSeries(app, { is_announced: true }, [])
    await other.call(endpoints.watch_history.createReleaseAlert, { body: { series_id: id } })
    return id
  },
  async 'recommendations.restoreWork'(app) {
    const other = await makeMember(app)
    const { id } = await makeSeries(app)
    await other.call(endpoints.recommendations.refuseWork, { body: { series_id: id } })
    return id
  },
  'transactions.readOrder': orderOfAnother,
  'transactions.abandonOrder': orderOfAnother,
  async 'reviews.deleteReview'(app) {
    const other = await makeMember(app)
    const [object_id = 0] = await makePlayable(app, [{}])
    await watch(app, other, object_id, 30)
    const body = {
      content_type: 'episode',
      object_id,
      rating: 5,
      context: '좋아요',
      is_spoiler: false,
    } as const
    return (await other.call(endpoints.reviews.writeReview, { body })).id
  },
  async 'playback.endStream'(app) {
    const other = await makeMember(app)
    const [id = 0] = await makePlayable(app, [{}])
    const body = { player: 'a-tab-of-another-member' }
    return (await other.call(endpoints.playback.startStream, { params: { id }, body })).id
  },
  async 'watch_history.unlike'(app) {
    const other = await makeMember(app)
    const body = { content_type: 'series', object_id: 1 } as const
    return (await other.call(endpoints.watch_history.like, { body })).id
  },
  'lists.readList': listOfAnother,
  'lists.updateList': listOfAnother,
  'lists.deleteList': listOfAnother,
  'lists.addListWork': listOfAnother,
  'lists.moveListWork': listOfAnother,
  'lists.removeListWork': listOfAnother,
}

async function listOfAnother(app: TestApp): Promise<number> {
  const other = await makeMember(app)
  return (await other.call(endpoints.lists.createList, { body: { name: '남의 것', series_id: 1 } }))
    .id
}

async function profileOfAnother(app: TestApp): Promise<number> {
  const other = await makeMember(app)
  const body = { name: '남', avatar: 'drawn-02' }
  return (await other.call(endpoints.profiles.createProfile, { body })).id
}

async function orderOfAnother(app: TestApp): Promise<string> {
  const other = await makeMember(app)
  const { order } = await other.call(endpoints.transactions.createPointTransaction, {
    body: {
      changed_point: 1_000,
      is_event: false,
      is_topup: true,
      payment_method: 'card',
      precautions_agreed: true,
      privacy_agreed: true,
    },
  })
  return order.order_id
}

async function inquiryOfAnother(app: TestApp): Promise<number> {
  const other = await makeMember(app)
  const { method, path } = endpoints.customer_services.createInquiry
  const response = await other.fetch(path, { method, body: inquiryForm() })
  return ((await response.json()) as { id: number }).id
}
