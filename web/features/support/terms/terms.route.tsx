import { termsDocuments, termsMessages } from './documents.ko.ts'
import { notFound } from '#web/routing/loader-helpers.ts'
import { pageMeta } from '#web/routing/page-meta.ts'
import { termsPath } from '#web/routing/account-paths.ts'
import type { Route } from './+types/terms.route.ts'
import { formatFullDate } from '#web/lib/format.ts'
import type { TermsBlock, TermsVersion } from './terms-document.ts'
import { Button } from '#web/ui/base/button.tsx'
import { Icon } from '#web/ui/base/icon.tsx'
import { NavTabs } from '#web/ui/layout/nav-tabs.tsx'
import { TextLink } from '#web/ui/base/text-link.tsx'

/** The document in the requested version; 404 for an unknown name or version. */
export function loader({ params, request }: Route.LoaderArgs) {
  const { name } = params
  const document = Object.hasOwn(termsDocuments, name) ? termsDocuments[name] : undefined
  if (!document) throw notFound()
  const requestedVersion =
    new URL(request.url).searchParams.get('version') ?? document.versions[0].version
  const edition = document.versions.find(({ version }) => version === requestedVersion)
  if (!edition) throw notFound()
  return {
    name,
    title: document.title,
    lead: document.lead,
    edition,
    versions: document.versions.map(({ version, note }) => ({ version, note })),
    documents: Object.entries(termsDocuments).map(([key, { title }]) => ({ name: key, title })),
  }
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  if (!loaderData) return []
  const { name, title, lead, edition, versions } = loaderData
  const isCurrent = edition.version === versions[0]?.version
  return pageMeta(matches, {
    title,
    description: lead,
    path: isCurrent ? termsPath(name) : `${termsPath(name)}?version=${edition.version}`,
    noindex: !isCurrent,
  })
}

/** A legal document with a table of contents and its versions; plain when printed. */
export default function Terms({ loaderData }: Route.ComponentProps) {
  const { name, title, lead, edition, versions, documents } = loaderData
  const current = versions[0]?.version
  return (
    <div className="page-gutter mx-auto w-full max-w-6xl pt-6 md:pt-10 print:max-w-none print:p-0">
      <div className="print:hidden">
        <NavTabs
          label={termsMessages.others}
          tabs={documents.map((document) => ({
            key: document.name,
            to: termsPath(document.name),
            title: document.title,
            selected: document.name === name,
          }))}
        />
      </div>
      <header className="mt-9 md:mt-14">
        <h1 className="text-2xl font-extrabold md:text-4xl">{title}</h1>
        <p className="mt-3 max-w-prose text-base text-foreground-muted md:text-lg">{lead}</p>
        <div className="mt-5 flex flex-wrap items-center gap-x-4 gap-y-3 text-sm text-foreground-subtle">
          <p className="tabular-nums">{termsMessages.effective(formatFullDate(edition.version))}</p>
          <Button variant="ghost" className="-ml-3 print:hidden" onClick={() => print()}>
            {termsMessages.print}
          </Button>
        </div>
        {edition.version !== current && (
          <p role="note" className="mt-5 rounded-control bg-surface-raised px-4 py-3 text-sm">
            {termsMessages.old}{' '}
            <TextLink to={termsPath(name)} tone="accent" isInline>
              {termsMessages.to_current}
            </TextLink>
          </p>
        )}
      </header>
      <div className="mt-9 gap-14 md:mt-12 lg:grid lg:grid-cols-[minmax(0,1fr)_17rem]">
        <details className="group/contents panel px-5 py-2 lg:hidden print:hidden">
          <summary className="flex min-h-11 cursor-pointer list-none items-center justify-between text-sm font-bold text-foreground-muted [&::-webkit-details-marker]:hidden">
            {termsMessages.contents}
            <Icon
              name="chevron_down"
              className="size-5 text-foreground-subtle transition-transform duration-(--duration-fast) group-open/contents:rotate-180"
            />
          </summary>
          <Contents articles={edition.articles} />
        </details>
        <aside className="hidden lg:order-2 lg:block print:hidden">
          <div className="sticky top-24 rounded-sheet p-5">
            <p className="mb-2 text-sm font-bold text-foreground-muted">{termsMessages.contents}</p>
            <Contents articles={edition.articles} />
          </div>
        </aside>
        <article className="mt-9 max-w-prose space-y-10 lg:order-1 lg:mt-0 print:max-w-none print:space-y-6">
          {edition.articles.map(({ id, heading, body }) => (
            <section key={id} aria-labelledby={id} className="break-inside-avoid-page">
              <h2 id={id} className="scroll-mt-24 text-lg font-bold md:text-xl">
                {heading}
              </h2>
              <div className="mt-3 space-y-3 text-base leading-relaxed text-foreground-muted">
                {body.map((block, index) => (
                  // The text does not change while it is read.
                  <Block key={index} block={block} />
                ))}
              </div>
            </section>
          ))}
          <section aria-labelledby="terms-versions" className="border-t border-border pt-8">
            <h2 id="terms-versions" className="text-base font-bold">
              {termsMessages.versions}
            </h2>
            <ul className="mt-3 text-sm">
              {versions.map(({ version, note }) => (
                <li key={version} className="flex flex-wrap gap-x-3 py-2">
                  <TextLink
                    to={
                      version === current
                        ? termsPath(name)
                        : `${termsPath(name)}?version=${version}`
                    }
                    isInline
                    className="inline-flex items-center min-h-6 tabular-nums"
                    {...(version === edition.version && { 'aria-current': 'page' as const })}
                  >
                    {formatFullDate(version)}
                  </TextLink>
                  <span className="text-foreground-subtle">
                    {version === current && `${termsMessages.current} · `}
                    {note}
                  </span>
                </li>
              ))}
            </ul>
          </section>
        </article>
      </div>
    </div>
  )
}

function Contents({ articles }: Pick<TermsVersion, 'articles'>) {
  return (
    <nav aria-label={termsMessages.contents}>
      <ol>
        {articles.map(({ id, heading }) => (
          <li key={id}>
            <a
              href={`#${id}`}
              className="flex min-h-11 items-center text-sm text-foreground-subtle hover:text-foreground lg:min-h-9"
            >
              {heading}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  )
}

function Block({ block }: { block: TermsBlock }) {
  if (typeof block === 'string') return <p>{block}</p>
  return (
    <ol className="list-decimal space-y-2 pl-5 marker:text-foreground-subtle marker:tabular-nums">
      {block.map((item) => (
        <li key={item} className="pl-1">
          {item}
        </li>
      ))}
    </ol>
  )
}
