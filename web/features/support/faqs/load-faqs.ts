import { faqPageSize, SubjectCode } from '#contract/customer-services/customer-services.ts'
import type { EndpointClient } from '#contract/core/endpoint.ts'
import { viewerEndpoints } from '#contract/viewer-endpoints.ts'
import { notFound, nullOnError } from '#web/routing/loader-helpers.ts'
import { faqCategoryPath } from '#web/routing/account-paths.ts'
import { pageCount, parsePageParam } from '#web/ui/layout/page-numbers.ts'
import { redirect } from 'react-router'

const { listSubjects, listFaqs, readFaq } = viewerEndpoints.customer_services
const maxQueryLength = 100
/** The server limits offsets (D-02). */
const lastPage = Math.floor(10_000 / faqPageSize) + 1

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
  const page = target
    ? Math.floor(target.offset / faqPageSize) + 1
    : parsePageParam(params.get('page'), lastPage)
  const list =
    subject &&
    (await nullOnError(loadPage(call, q ? { q } : { subject_id: String(subject.id) }, page)))
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

/** Reads a page; beyond the last one, the last. */
async function loadPage(
  call: EndpointClient,
  filter: { q: string } | { subject_id: string },
  page: number,
) {
  const readPageAt = (number: number) =>
    call(listFaqs, {
      query: { ...filter, limit: faqPageSize, offset: (number - 1) * faqPageSize },
    })
  const first = await readPageAt(page)
  const pages = Math.min(pageCount(first.count, faqPageSize), lastPage)
  const { count, results } = page > pages ? await readPageAt(pages) : first
  return { page: Math.min(page, pages), pages, count, results }
}

export type FaqsData = Awaited<ReturnType<typeof loadFaqs>>
