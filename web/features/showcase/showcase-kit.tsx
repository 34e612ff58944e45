import type { ReactNode } from 'react'
import { showcaseMessages } from './messages.ko.ts'
import { ageCodes } from '#contract/core/constants.ts'
import type { EpisodeCardData } from '#web/features/catalog/cards/episode-card.tsx'
import type { PosterCardData } from '#web/features/catalog/cards/poster-card.tsx'

/** In the order of the page. */
export const sectionNames = [
  'colour',
  'type',
  'icons',
  'buttons',
  'badges',
  'choices',
  'fields',
  'account_fields',
  'profiles',
  'consents',
  'cards',
  'rows',
  'skeletons',
  'states',
  'dialogs',
  'figures',
  'pages',
  'panels',
] as const
export type ShowcaseSectionName = (typeof sectionNames)[number]

/** A component of the showcase. Names of components and states are parts of addresses: `/test/button/primary`. */
export type ShowcaseComponent = {
  section: ShowcaseSectionName
  /** The exported name. */
  title: string
  /** Null for what is not a component, such as the colours. */
  props: PropDescriptions | null
  /** Reaches both edges of the screen. */
  isWide?: boolean
  states: Readonly<Record<string, ReactNode>>
}

export type ShowcaseComponents = Readonly<Record<string, ShowcaseComponent>>

export const noop = () => {}

export function ShowcaseRow({ children }: { children: ReactNode }) {
  return <div className="flex flex-wrap items-center gap-3">{children}</div>
}

const colors = ['#2f4468', '#5a352c', '#2d5145', '#453464', '#5d492c'] as const
const pickCyclic = <T,>(list: readonly [T, ...T[]], index: number): T =>
  list[index % list.length] ?? list[0]

type Five<T> = readonly [T, T, T, T, T]

function mapTitles<T>(toSample: (title: string, index: number) => T): Five<T> {
  const [a, b, c, d, e] = showcaseMessages.sample_titles
  return [toSample(a, 0), toSample(b, 1), toSample(c, 2), toSample(d, 3), toSample(e, 4)]
}

/** Sample titles without images, to show the placeholders. */
export const sampleSeries = mapTitles<PosterCardData>((title, index) => ({
  id: index + 1,
  title,
  poster_url: null,
  poster_color: pickCyclic(colors, index),
  age_rating: pickCyclic(ageCodes, index),
  is_series: index !== 1,
  is_completed: index % 2 === 0,
  episode_count: index === 2 ? 128 : 8,
  released_on: index === 3 ? null : '2026-03-01',
  is_upcoming: false,
  opens_at: null,
  genre: [1, 2, 3, 4, 7, 8][index % 6],
}))

/** Free, in a plan, for a price, in both, not yet encoded. */
export const sampleEpisodes = mapTitles<EpisodeCardData>((title, index) => ({
  id: index + 1,
  series: { ...sampleSeries[index]!, season_count: 1 },
  season: { id: 1, number: 1, title: showcaseMessages.season },
  number: index === 2 ? 128 : index + 1,
  title,
  thumbnail_url: null,
  thumbnail_color: pickCyclic(colors, index + 2),
  runtime: [45, 2_880, 4_980, 3_600, 95][index] ?? 60,
  is_free: index === 0,
  price: index >= 2 ? 9_900 : 0,
  rental_price: null,
  in_subscription: index === 1 || index === 3,
  age_rating: pickCyclic(ageCodes, index),
  video_state: index === 4 ? 'none' : 'ready',
}))

type Prop = {
  type: string
  /** As written in code; null for none. */
  default: string | null
  isRequired: boolean
  meaning: string
}
type RequiredProp = Prop & { isRequired: true }
type OptionalProp = Prop & { isRequired: false }

type PropDescriptions = Readonly<Record<string, Prop>>

/**
 * Describes the props of a component: all of its own, and any that it shares with `Native`, the props of the element that
 * receives the rest. Does not compile for a prop that is missing, unknown, or optional in one place only.
 */
export type PropsOf<
  Component extends (props: never) => unknown,
  Native = Record<never, never>,
> = DescriptionsOf<Parameters<Component>[0], Native>

type DescriptionsOf<Props, Native> = {
  [Name in Exclude<keyof Props, keyof Native>]-?: DescriptionOf<Props, Name>
} & { [Name in Extract<keyof Props, keyof Native>]?: DescriptionOf<Props, Name> }

type DescriptionOf<Props, Name extends keyof Props> =
  Record<never, never> extends Pick<Props, Name> ? OptionalProp : RequiredProp

export const required = (type: string, meaning: string): RequiredProp => ({
  type,
  meaning,
  default: null,
  isRequired: true,
})

export const optional = (
  type: string,
  defaultValue: string | null,
  meaning: string,
): OptionalProp => ({ type, default: defaultValue, meaning, isRequired: false })

/** The props of a component, as a list on phones. */
export function PropsTable({ props }: { props: PropDescriptions }) {
  const messages = showcaseMessages.props
  return (
    <table className="w-full text-left text-sm max-md:block max-md:*:block">
      <thead className="max-md:sr-only">
        <tr className="border-b border-border-strong text-foreground-muted">
          {[messages.name, messages.type, messages.default, messages.meaning].map((name) => (
            <th key={name} scope="col" className="py-2 pr-6 font-semibold">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {Object.entries(props).map(([name, prop]) => (
          <tr
            key={name}
            className="border-b border-border align-baseline max-md:grid max-md:gap-1 max-md:py-3 md:*:py-3 md:*:pr-6"
          >
            <th scope="row" className="font-semibold whitespace-nowrap">
              <code>{name}</code>{' '}
              {prop.isRequired && <span className="ml-2 text-accent">{messages.required}</span>}
            </th>
            <td className="text-foreground-muted">
              <code>{prop.type}</code>
            </td>
            <td className="text-foreground-muted">
              {prop.default !== null && (
                <>
                  <span className="md:sr-only">{messages.default} </span>
                  <code>{prop.default}</code>
                </>
              )}
            </td>
            <td>{prop.meaning}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
