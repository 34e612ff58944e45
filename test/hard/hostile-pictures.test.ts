import { Sandbox } from '#server/adapters/sandbox/index.ts'
import sharp from 'sharp'
import { afterAll, describe, expect, it, vi } from 'vitest'

vi.setConfig({ testTimeout: 300_000 })

const sandbox = new Sandbox({ waiting_per_member: 50 })
afterAll(() => sandbox.close())

const render = (member_id: number, file: Buffer, weight: 'light' | 'heavy') =>
  sandbox.run('renderSquare', file, { width: 256 }, { owner: { member_id }, weight })

describe('50 images of 40 megapixels by one member', () => {
  it('do not delay the images of another member', async () => {
    const drawn = (width: number, height: number) =>
      sharp({
        create: {
          width: 1_000,
          height: 625,
          channels: 3 as const,
          background: '#888',
          noise: { type: 'gaussian', mean: 128, sigma: 60 },
        },
      }).resize(width, height)
    const small = await drawn(800, 600).jpeg().toBuffer()
    const large = await drawn(8_000, 5_000).jpeg({ progressive: true, quality: 70 }).toBuffer()
    await render(2, small, 'light')
    let done = 0
    const flood = Array.from({ length: 50 }, () =>
      render(1, large, 'heavy').then(
        () => done++,
        () => {},
      ),
    )
    const waited: number[] = []
    while (done < 3 || waited.length < 20) {
      const before = done
      await render(2, small, 'light')
      waited.push(done - before)
    }
    sandbox.close()
    await Promise.all(flood)
    // Large images that ended meanwhile: one of each process at most.
    expect(Math.max(...waited)).toBeLessThanOrEqual(2)
  })
})
