import { imageUrlAtWidth, imageSrcset, imageWidths } from '#contract/core/images.ts'
import { cardMessages } from '#web/features/catalog/cards/messages.ko.ts'
import { formatYear } from '#web/lib/format-basics.ts'
import { homeMessages } from './messages.ko.ts'
import { seriesPath, videoPath } from '#web/routing/paths.ts'
import { AgeRating } from '#web/features/catalog/cards/content-badges.tsx'
import { ButtonLink } from '#web/ui/base/button.tsx'
import { TitleLogo } from '#web/features/catalog/cards/title-logo.tsx'
import { AverageRating } from '#web/ui/base/star-rating.tsx'
import { lazyOrNothing } from '#web/ui/base/lazy.tsx'
import { type CSSProperties, Suspense, useCallback, useEffect, useRef, useState } from 'react'
import type { SceneData } from './load-home.ts'
import type { MetaDescriptor } from 'react-router'

/** Slides rendered initially: one, and on phones the edge of the next. The rest follows when the browser is idle. */
const initialSlides = 2
const wideScreen = '(min-width: 48rem)'

/** For wide screens, once the browser is idle. Without it the first slide stays. */
const HeroControls = lazyOrNothing(() =>
  import('./hero-controls.tsx').then(({ HeroControls }) => HeroControls),
)

/**
 * The hero carousel. Phones swipe through posters; wider screens show one backdrop at a time, and `HeroControls` moves
 * between them. Images of hidden slides are not loaded.
 */
export function Hero({ slides }: { slides: readonly SceneData[] }) {
  const [{ current, previous }, setSlide] = useState({ current: 0, previous: -1 })
  const [isComplete, setIsComplete] = useState(false)
  const section = useRef<HTMLElement>(null)
  const count = slides.length
  const show = useCallback(
    (step: number) =>
      setSlide((state) => ({
        current: (state.current + step + count) % count,
        previous: state.current,
      })),
    [count],
  )

  useEffect(() => {
    // Safari before 26 has no requestIdleCallback.
    if (!('requestIdleCallback' in window)) return setIsComplete(true)
    const handle = requestIdleCallback(() => setIsComplete(true), { timeout: 2_000 })
    return () => cancelIdleCallback(handle)
  }, [])

  const shown = slides[current]
  if (!shown) return <div className="h-(--header-height)" />
  return (
    <section
      ref={section}
      aria-label={homeMessages.featured}
      aria-roledescription="carousel"
      className="relative"
    >
      <ul className="flex snap-x snap-mandatory gap-3 overflow-x-auto px-[11vw] pt-[calc(var(--header-height)+0.25rem)] [scrollbar-width:none] md:grid md:overflow-visible md:p-0">
        {(isComplete ? slides : slides.slice(0, initialSlides)).map((series, index) => (
          <li
            key={series.id}
            aria-label={homeMessages.slide(index + 1, count, series.title)}
            className={`w-[78vw] shrink-0 snap-center md:col-start-1 md:row-start-1 md:w-auto ${
              index === current
                ? 'md:z-raised md:animate-[fade-in_700ms_ease-out_backwards]'
                : index === previous
                  ? 'md:z-base'
                  : 'md:hidden'
            }`}
            {...(index === previous && { 'data-exiting': '' })}
          >
            <Slide series={series} isFirst={index === 0} isExiting={index === previous} />
          </li>
        ))}
      </ul>
      {isComplete && matchMedia(wideScreen).matches && (
        <Suspense>
          <HeroControls
            section={section}
            count={count}
            current={current}
            show={show}
            series_id={shown.id}
            slide={`li:nth-child(${current + 1})`}
          />
        </Suspense>
      )}
    </section>
  )
}

function Slide({
  series,
  isFirst,
  isExiting,
}: {
  series: SceneData
  isFirst: boolean
  isExiting: boolean
}) {
  const { backdrop_url, poster_url, first_episode_id } = series
  return (
    <article
      inert={isExiting}
      className="hero-slide relative md:flex md:min-h-[min(46vw,46rem)] md:items-end 2xl:min-h-[min(42vw,52rem)]"
    >
      <div
        className="hero-picture relative aspect-2/3 overflow-hidden rounded-card shadow-card md:absolute md:inset-0 md:aspect-auto md:rounded-none md:shadow-none"
        style={
          {
            backgroundColor: series.poster_color,
            '--scene': backdrop_url
              ? `url(${imageUrlAtWidth(backdrop_url, 'backdrop', imageWidths.backdrop[0])})`
              : 'none',
          } as CSSProperties
        }
      >
        {backdrop_url && (
          <picture>
            {poster_url && (
              <source
                media={posterSource.media}
                srcSet={imageSrcset(poster_url, 'poster')}
                sizes={posterSource.sizes}
              />
            )}
            <img
              src={imageUrlAtWidth(backdrop_url, 'backdrop', 1280)}
              srcSet={imageSrcset(backdrop_url, 'backdrop')}
              sizes={backdropSource.sizes}
              alt=""
              decoding={isFirst ? 'sync' : 'async'}
              draggable={false}
              {...(isFirst ? { fetchPriority: 'high' as const } : { loading: 'lazy' as const })}
              className="size-full object-cover md:object-[50%_25%]"
            />
          </picture>
        )}
        <div data-trailer="" className="absolute inset-0 max-md:hidden" />
        <div className="absolute inset-0 hidden bg-[linear-gradient(90deg,var(--color-background)_0%,--alpha(var(--color-background)/72%)_28%,transparent_62%),linear-gradient(0deg,var(--color-background)_1%,--alpha(var(--color-background)/60%)_18%,transparent_48%)] md:block" />
      </div>
      <div className="hero-text relative z-raised pt-4 text-center md:page-gutter md:w-[min(46rem,66%)] md:pt-[calc(var(--header-height)+3rem)] md:pb-[clamp(5rem,9vw,9.5rem)] md:text-left">
        <h2 className="text-xl font-extrabold max-md:line-clamp-2 md:text-on-image md:text-4xl xl:text-5xl">
          <TitleLogo title={series.title} logo_url={series.logo_url} />
        </h2>
        <p className="mt-2 flex flex-wrap items-center justify-center gap-x-3 gap-y-1 text-sm text-foreground-muted md:text-on-image md:mt-4 md:justify-start md:text-base">
          <AverageRating average={series.rating_average} />
          {series.released_on && (
            <span className="tabular-nums">{formatYear(series.released_on)}</span>
          )}
          <span>
            {series.is_series ? cardMessages.episodes(series.episode_count) : cardMessages.single}
          </span>
          <span className="hidden md:inline">
            {series.categories.map((category) => category.name).join(' · ')}
          </span>
          <AgeRating code={series.age_rating} descriptors={[]} />
        </p>
        <p className="text-on-image mt-4 line-clamp-3 max-w-xl text-base text-foreground-muted max-md:hidden xl:text-lg">
          {series.synopsis}
        </p>
        <div className="mt-4 flex justify-center gap-2 md:mt-7 md:justify-start">
          {first_episode_id !== null && (
            <ButtonLink
              to={videoPath(first_episode_id)}
              variant="primary"
              size="lg"
              icon="play"
              className="max-md:grow"
            >
              {series.is_series ? homeMessages.play_first : homeMessages.play}
            </ButtonLink>
          )}
          <ButtonLink
            to={seriesPath(series.id)}
            variant="on_image"
            size="lg"
            icon="info"
            className="max-md:grow"
          >
            {homeMessages.details}
          </ButtonLink>
        </div>
      </div>
    </article>
  )
}

/** The poster is 78vw wide; 49vw selects the middle image below a pixel ratio of 2 and the widest on current phones. */
const posterSource = { media: '(max-width: 47.99rem)', sizes: '49vw' }
/** The backdrop is under text and a scrim: capping it at 80rem saves about a second and is hardly visible. */
const backdropSource = { media: '(min-width: 48rem)', sizes: '(min-width: 80rem) 80rem, 100vw' }

/** Preload links for the hero's first image, requested before the scripts use all connections. */
export function heroPreloadLinks(firstSlide: SceneData | undefined): MetaDescriptor[] {
  if (!firstSlide) return []
  const preload = (
    url: string | null,
    kind: 'poster' | 'backdrop',
    { media, sizes }: typeof backdropSource,
  ) =>
    url === null
      ? []
      : [
          {
            tagName: 'link' as const,
            rel: 'preload',
            as: 'image',
            media,
            imageSrcSet: imageSrcset(url, kind),
            imageSizes: sizes,
            fetchPriority: 'high',
          },
        ]
  return [
    ...preload(firstSlide.poster_url, 'poster', posterSource),
    ...preload(firstSlide.backdrop_url, 'backdrop', backdropSource),
  ]
}
