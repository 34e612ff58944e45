import { withdrawalCopy } from '#web/copy/withdrawal.ts'
import { homePath, joinPath } from '#web/paths.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import type { PaidBack } from './paid-back.ts'

const words = withdrawalCopy.success

/** The account is closed: a kind word, what is paid back, and what is kept by law. */
export function GoodbyePage({ paid_back }: { paid_back: PaidBack | null }) {
  return (
    <div className="gutter mx-auto w-full max-w-[38rem] pt-[calc(var(--header)+2.5rem)] text-center md:pt-[calc(var(--header)+5rem)]">
      <p className="text-sm font-semibold text-gam-bright">{words.title}</p>
      <h1 className="mt-2 text-2xl font-extrabold md:text-3xl">{words.lead}</h1>
      <p className="mt-4 text-base text-pretty text-paper-2">{words.detail}</p>
      {paid_back && paid_back.points + paid_back.plan > 0 && (
        <p className="mt-4 rounded-xl bg-gam-wash px-4 py-3.5 text-base font-semibold text-pretty">
          {words.paid_back(paid_back)}
        </p>
      )}
      <section
        aria-labelledby="kept"
        className="mt-8 rounded-2xl bg-surface p-5 text-left inset-ring inset-ring-line md:p-7"
      >
        <h2 id="kept" className="text-base font-semibold">
          {words.kept_title}
        </h2>
        <dl className="mt-2 divide-y divide-line text-base">
          {words.kept.map(([what, years]) => (
            <div key={what} className="flex justify-between gap-4 py-2.5">
              <dt className="text-paper-2">{what}</dt>
              <dd className="figures shrink-0 font-semibold">{years}</dd>
            </div>
          ))}
        </dl>
        <p className="mt-2 text-sm text-paper-3">{words.kept_detail}</p>
      </section>
      <div className="mt-8 flex flex-wrap justify-center gap-2.5">
        <ButtonLink to={homePath} look="primary" icon="home">
          {words.home}
        </ButtonLink>
        <ButtonLink to={joinPath} look="quiet">
          {words.join}
        </ButtonLink>
      </div>
    </div>
  )
}
