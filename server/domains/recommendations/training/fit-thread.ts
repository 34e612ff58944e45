/** Fits the model in a thread of its own, so that a minute of arithmetic does not hold up the jobs of the worker process. */
import { createCooccurrences } from '../model/cooccurrences.ts'
import { describeWorks, type WorkDescription } from '../model/content-features.ts'
import { maxLinearItems, neighboursPerWork, visitNeighbours } from '../model/neighbours.ts'
import { fitLinearWeights } from '../model/linear-weights.ts'
import { parentPort } from 'node:worker_threads'

/** Concatenated item lists of profiles: the items of profile i end at `ends[i]`. `fit` ends the input. */
export type FitRequest =
  | { type: 'begin'; descriptions: WorkDescription[] }
  | { type: 'profiles'; items: Int32Array; ends: Int32Array }
  | { type: 'fit' }

/** The neighbours of the items in order; those of item i end at `ends[i]`. */
export type FitResult = { items: Int32Array; weights: Float32Array; ends: Int32Array }

let descriptions: WorkDescription[] = []
let cooccurrences = createCooccurrences(0)

parentPort?.on('message', (request: FitRequest) => {
  if (request.type === 'begin') {
    ;({ descriptions } = request)
    cooccurrences = createCooccurrences(descriptions.length)
  } else if (request.type === 'profiles') {
    let begin = 0
    for (const end of request.ends) {
      cooccurrences.add(request.items.subarray(begin, end))
      begin = end
    }
  } else {
    const result = fit()
    parentPort?.postMessage(result, [
      result.items.buffer,
      result.weights.buffer,
      result.ends.buffer,
    ])
  }
})

function fit() {
  const { itemCount } = cooccurrences
  const linear = fitLinearWeights(cooccurrences, { maxItems: maxLinearItems })
  const items = new Int32Array(itemCount * neighboursPerWork)
  const weights = new Float32Array(itemCount * neighboursPerWork)
  const ends = new Int32Array(itemCount)
  let end = 0
  const content = describeWorks(descriptions)
  visitNeighbours({ cooccurrences, linear, content }, neighboursPerWork, (item, neighbours) => {
    items.set(neighbours.items, end)
    weights.set(neighbours.weights, end)
    end += neighbours.items.length
    ends[item] = end
  })
  return { items: items.slice(0, end), weights: weights.slice(0, end), ends }
}
