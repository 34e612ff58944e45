import { faqPageSize, SubjectCode } from '#contract/customer-services/customer-services.ts'
import type { EndpointClient } from '#contract/core/endpoint.ts'
import { viewerEndpoints } from '#contract/viewer-endpoints.ts'
import { notFound, nullOnError } from '#web/routing/loader-helpers.ts'
import { faqCategoryPath } from '#web/routing/account-paths.ts'
import { pageCount, parsePageParam } from '#web/ui/layout/pagination.tsx'
import { redirect } from 'react-router'

const { listSubjects, listFaqs, readFaq, listAnnouncements, readAnnouncement } =
  viewerEndpoints.customer_services
const noticeCount = 4

/** Loads what the support home shows to every visitor; `null` for each part that could not be read. */
export async function loadSupportHome(call: EndpointClient) {
  const [subjects, topFaqs, recentNotices] = await Promise.all([
    nullOnError(call(listSubjects, {})),
    nullOnError(call(listFaqs, { query: { is_top: 'true', limit: faqPageSize } })),
    nullOnError(call(listAnnouncements, { query: { limit: noticeCount } })),
  ])
  return { subjects, top: topFaqs?.results ?? null, notices: recentNotices?.results ?? null }
}

const maxQueryLength = 100

/**
 * Loads a page of the questions of a category, of the results of a search (`q`), or the page with the question that a
 * link targets (`id`).
 * @throws 404 for an unknown category; a redirect if the question has moved to another.
 */
export async function loadFaqs(call: EndpointClient, name: string, address: string) {
  if (!SubjectCode.safeParse(name).success) throw notFound()
  const params = new URL(address).searchParams
  const q = (params.get('q') ?? '').trim().slice(0, maxQueryLength)
  const id = Number(/^[1-9]\d{0,8}$/.exec(params.get('id') ?? '')?.[0] ?? 0)
  const [subjects, target] = await Promise.all([
    nullOnError(call(listSubjects, {})),
    id > 0 && q === '' ? nullOnError(call(readFaq, { params: { id } })) : null,
  ])
  if (target && target.subject_code !== name)
    throw redirect(`${faqCategoryPath(target.subject_code)}?id=${target.id}`)
  const subject = subjects?.find(({ code }) => code === name)
  const page = target ? Math.floor(target.offset / faqPageSize) + 1 : pageParam(params, faqPageSize)
  const list =
    subject &&
    (await nullOnError(
      readPage(page, faqPageSize, (range) =>
        call(listFaqs, {
          query: { ...(q ? { q } : { subject_id: String(subject.id) }), ...range },
        }),
      ),
    ))
  return {
    name,
    /** `null` if they could not be read. */
    subjects,
    q,
    /** The question that the link targets; `gone` if it no longer exists. */
    opened: target ? target.id : null,
    gone: id > 0 && q === '' && !target,
    list: list ?? null,
  }
}

const noticePageSize = 10

/**
 * Loads the notice with the `id` in the address, or else a page of the list.
 * @throws 404 for a missing notice.
 */
export async function loadNotices(call: EndpointClient, address: string) {
  const params = new URL(address).searchParams
  const page = pageParam(params, noticePageSize)
  const id = params.get('id')
  if (id !== null) {
    if (!/^[1-9]\d{0,8}$/.test(id)) throw notFound()
    return { page, notice: await call(readAnnouncement, { params: { id } }), list: null }
  }
  return {
    page,
    notice: null,
    list: await nullOnError(
      readPage(page, noticePageSize, (query) => call(listAnnouncements, { query })),
    ),
  }
}

/** The server limits offsets. */
const lastPage = (pageSize: number) => Math.floor(10_000 / pageSize) + 1

const pageParam = (params: URLSearchParams, pageSize: number) =>
  parsePageParam(params.get('page'), lastPage(pageSize))

/** Reads a page; beyond the last one, the last. */
async function readPage<T>(
  page: number,
  pageSize: number,
  read: (range: { limit: number; offset: number }) => Promise<{ count: number; results: T[] }>,
) {
  const readPageAt = (number: number) => read({ limit: pageSize, offset: (number - 1) * pageSize })
  const first = await readPageAt(page)
  const pages = Math.min(pageCount(first.count, pageSize), lastPage(pageSize))
  const { count, results } = page > pages ? await readPageAt(pages) : first
  return { page: Math.min(page, pages), pages, count, results }
}
