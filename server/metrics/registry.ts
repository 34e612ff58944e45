import { collectDefaultMetrics, Gauge, register, Registry } from 'prom-client'
import '#server/shared/metrics.ts'

/** Everything that a process shows, in Prometheus' text format: what it counted, and what stands now. */
export type MetricsRegistry = { readonly contentType: string; read(): Promise<string> }

/** Has a figure looked up whenever somebody reads: one number, or several by the value of a label. */
export type AddGauge = (name: string, help: string, look: () => number | Promise<number>) => void
export type AddLabeledGauge = <L extends string>(
  name: string,
  help: string,
  label: L,
  look: () => Iterable<readonly [string, number]> | Promise<Iterable<readonly [string, number]>>,
) => void

let watched = false

/**
 * Counters are of the process, and what `tell` shows is of one house in it: a test has several of those. A figure that
 * cannot be read is left out, so that the others are still told: its absence is what an alert goes by.
 */
export function createMetricsRegistry(
  tell: (show: AddGauge, showEach: AddLabeledGauge) => void,
): MetricsRegistry {
  // Event loop, garbage collection, memory, handles: of the process, once.
  if (!watched) collectDefaultMetrics()
  watched = true
  const registry = new Registry()
  const registers = [registry]
  const show: AddGauge = (name, help, look) => {
    new Gauge({
      ...{ name, help, registers },
      async collect() {
        try {
          this.set(await look())
        } catch {
          this.remove()
        }
      },
    })
  }
  const showEach: AddLabeledGauge = (name, help, label, look) => {
    new Gauge({
      ...{ name, help, registers, labelNames: [label] },
      async collect() {
        this.reset()
        for (const [value, figure] of await Promise.resolve(look()).catch(() => []))
          this.labels(value).set(figure)
      },
    })
  }
  tell(show, showEach)
  const all = Registry.merge([register, registry])
  return { contentType: all.contentType, read: () => all.metrics() }
}
