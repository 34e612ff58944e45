import { supportCopy } from './messages.ko.ts'
import { useAuth } from '#web/session/auth-store.ts'
import { loaderCall } from '#web/routing/loader-helpers.ts'
import { ErrorScreen } from '#web/app/error-page.tsx'
import { readFrontDoor, type FrontDoorData } from './load-support-home.ts'
import { SupportFailed, NotLoaded } from './section-error.tsx'
import { pageMeta } from '#web/routing/page-meta.ts'
import {
  customerServicePath,
  categoryFaqsPath,
  faqsPath,
  inquiriesPath,
  newInquiryPath,
  noticesPath,
  selfCheckPath,
} from '#web/routing/paths.ts'
import { lazy, Suspense, type ReactNode } from 'react'
import type { Route } from './+types/support-home.route.ts'
import { frameCopy } from '#web/app/messages.ko.ts'
import { ButtonLink } from '#web/ui/base/button.tsx'
import { Icon, type IconName } from '#web/ui/base/icon.tsx'
import { Link } from 'react-router'
import { FaqLine } from './faqs/faq-item.tsx'
import { FaqSearch } from './faqs/faq-search.tsx'
import { NoticeLines } from './notices/notice-list.tsx'

/** With its library, for members alone; where it does not come, the page is as for everybody. */
const OpenInquiries = lazy(() =>
  import('./inquiries/open-inquiries.tsx').then(
    (module) => ({ default: module.OpenInquiries }),
    () => ({ default: () => <></> }),
  ),
)

export async function loader({ context }: Route.LoaderArgs) {
  return readFrontDoor(context.get(loaderCall))
}

export function meta({ matches }: Route.MetaArgs) {
  const { title, description } = supportCopy
  return pageMeta(matches, { title, description, path: customerServicePath })
}

export default function CustomerService({ loaderData }: Route.ComponentProps) {
  const { state } = useAuth()
  return (
    <FrontDoor
      data={loaderData}
      mine={
        state === 'signed_in' && (
          <Suspense>
            <OpenInquiries />
          </Suspense>
        )
      }
    />
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <SupportFailed
      error={error}
      title={supportCopy.title}
      missing={<ErrorScreen error={error} />}
    />
  )
}

const words = supportCopy.home

const subjectIcons: Record<string, IconName> = {
  account: 'person',
  payment: 'card',
  service: 'screen',
  contents: 'reel',
  inquiry: 'mail',
  team: 'heart',
  etc: 'info',
}

/**
 * Where everybody in trouble comes in: search first, then what others asked, what is new, and how to ask us. `mine` is
 * what a member waits for.
 */
function FrontDoor({ data, mine }: { data: FrontDoorData; mine: ReactNode }) {
  const { subjects, top, notices } = data
  return (
    <div className="pt-(--header)">
      <div className="bg-[radial-gradient(44rem_22rem_at_50%_-6rem,var(--color-gam-wash),transparent)]">
        <div className="gutter mx-auto max-w-3xl pt-10 pb-8 text-center md:pt-18 md:pb-12">
          <h1 className="text-sm font-semibold text-gam-bright md:text-base">
            {supportCopy.title}
          </h1>
          <p className="mt-1 text-2xl font-extrabold md:text-4xl">{words.lead}</p>
          <p className="mt-2 text-base text-paper-2">{words.detail}</p>
          <div className="mt-6 text-left md:mt-8">
            <FaqSearch />
          </div>
        </div>
      </div>
      <div className="gutter mx-auto max-w-6xl">
        {subjects && (
          <nav aria-label={words.categories}>
            <ul className="grid grid-cols-4 gap-2 max-[18rem]:grid-cols-2 md:gap-3 lg:grid-cols-8">
              {subjects.map(({ id, code, name }) => (
                <Tile key={id} to={categoryFaqsPath(code)} icon={subjectIcons[code] ?? 'info'}>
                  {name}
                </Tile>
              ))}
              <Tile to={newInquiryPath} icon="chat">
                {supportCopy.entries.inquiry}
              </Tile>
            </ul>
          </nav>
        )}
        <div className="mt-10 grid-rows-[auto_1fr] gap-x-14 md:mt-14 lg:grid lg:grid-cols-[minmax(0,1fr)_22rem]">
          {/* On a phone what one waits for comes before what others asked. */}
          <div className="col-start-2 row-start-1 empty:hidden max-lg:mb-10 lg:mb-4">{mine}</div>
          <div className="col-start-1 row-span-2 row-start-1 space-y-12">
            <Part title={words.top} to={faqsPath} all={words.top_all}>
              {!top && <NotLoaded />}
              {top?.length === 0 && <p className="text-paper-3">{words.top_empty}</p>}
              {top && top.length > 0 && (
                <ul className="border-t border-line">
                  {top.map((faq) => (
                    <li key={faq.id}>
                      <FaqLine faq={faq} />
                    </li>
                  ))}
                </ul>
              )}
            </Part>
            <Part title={words.notices} to={noticesPath} all={words.notices_all}>
              {!notices && <NotLoaded />}
              {notices?.length === 0 && <p className="text-paper-3">{words.notices_empty}</p>}
              {notices && notices.length > 0 && <NoticeLines notices={notices} />}
            </Part>
          </div>
          <aside
            aria-label={words.ask_title}
            className="col-start-2 row-start-2 mt-12 grid grid-cols-1 items-start gap-4 md:max-lg:grid-cols-2 lg:mt-0"
          >
            <Ask />
            <Check />
          </aside>
        </div>
      </div>
    </div>
  )
}

function Tile({ to, icon, children }: { to: string; icon: IconName; children: string }) {
  return (
    <li>
      <Link
        to={to}
        className="flex h-full min-h-22 flex-col items-center justify-center gap-2 rounded-xl bg-surface px-1 py-3 text-center text-xs font-semibold inset-ring inset-ring-line transition-colors duration-(--quick) hover:bg-surface-2 md:min-h-26 md:text-sm"
      >
        <Icon name={icon} className="size-6 text-gam" />
        {children}
      </Link>
    </li>
  )
}

function Part({
  title,
  to,
  all,
  children,
}: {
  title: string
  to: string
  all: string
  children: ReactNode
}) {
  return (
    <section aria-label={title}>
      <div className="mb-3 flex items-end justify-between gap-4">
        <h2 className="text-xl font-bold md:text-2xl">{title}</h2>
        <Link
          to={to}
          className="-my-2 flex min-h-11 shrink-0 items-center gap-0.5 text-sm text-paper-3 hover:text-paper"
        >
          {all}
          <Icon name="right" className="size-4" />
        </Link>
      </div>
      {children}
    </section>
  )
}

const card = 'rounded-2xl bg-surface p-5 inset-ring inset-ring-line md:p-6'

function Ask() {
  const { footer } = frameCopy
  return (
    <section aria-labelledby="ask" className={card}>
      <h2 id="ask" className="text-lg font-bold">
        {words.ask_title}
      </h2>
      <p className="mt-1.5 text-base text-paper-2">{words.ask_detail}</p>
      <div className="mt-5 grid gap-2.5">
        <ButtonLink to={newInquiryPath} look="primary" size="lg" icon="chat">
          {words.ask}
        </ButtonLink>
        <ButtonLink to={inquiriesPath}>{words.my_inquiries}</ButtonLink>
      </div>
      <dl className="mt-5 border-t border-line pt-4 text-sm">
        <Way name={words.phone} href={`tel:${footer.support_phone}`}>
          {footer.support_phone}
        </Way>
        <Way name={words.mail} href={`mailto:${footer.support_mail}`}>
          {footer.support_mail}
        </Way>
      </dl>
      <p className="mt-1 text-xs text-paper-3">{footer.support_hours}</p>
    </section>
  )
}

function Way({ name, href, children }: { name: string; href: string; children: string }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-3">
      <dt className="text-paper-3">{name}</dt>
      <dd>
        <a
          href={href}
          className="inline-flex min-h-11 items-center font-semibold tabular-nums underline decoration-line-strong underline-offset-4"
        >
          {children}
        </a>
      </dd>
    </div>
  )
}

function Check() {
  return (
    <section aria-labelledby="check" className={card}>
      <h2 id="check" className="text-lg font-bold">
        {words.check}
      </h2>
      <p className="mt-1.5 text-base text-paper-2">{words.check_detail}</p>
      <ButtonLink to={selfCheckPath} className="mt-4 w-full" icon="play">
        {words.check_go}
      </ButtonLink>
    </section>
  )
}
