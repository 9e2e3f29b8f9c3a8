/**
 * The form with which the public submits an event: computes the proof of work (ALTCHA, SHA-256) while the form is sent, and offers
 * known venues while a place is typed. Without it the form works too.
 */

const K = Uint32Array.from(
  { length: 64 },
  (
    (primes) => () =>
      (primes.next().value ** (1 / 3) * 2 ** 32) | 0
  )(
    (function* () {
      for (let number = 2; ; number += 1) {
        let isPrime = true
        for (let by = 2; by * by <= number; by += 1) if (number % by === 0) isPrime = false
        if (isPrime) yield number
      }
    })(),
  ),
)
const START = [0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19]
const words = new Uint32Array(64)
const rotated = (word, by) => (word >>> by) | (word << (32 - by))

function block(state, bytes, at) {
  for (let index = 0; index < 64; index += 1) {
    if (index < 16) {
      const from = at + index * 4
      words[index] = (bytes[from] << 24) | (bytes[from + 1] << 16) | (bytes[from + 2] << 8) | bytes[from + 3]
    } else {
      const [a, b] = [words[index - 15], words[index - 2]]
      const one = rotated(a, 7) ^ rotated(a, 18) ^ (a >>> 3)
      const two = rotated(b, 17) ^ rotated(b, 19) ^ (b >>> 10)
      words[index] = words[index - 16] + one + words[index - 7] + two
    }
  }
  let [a, b, c, d, e, f, g, h] = state
  for (let index = 0; index < 64; index += 1) {
    const one = rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25)
    const first = (h + one + ((e & f) ^ (~e & g)) + K[index] + words[index]) | 0
    const two = rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)
    const second = (two + ((a & b) ^ (a & c) ^ (b & c))) | 0
    h = g
    g = f
    f = e
    e = (d + first) | 0
    d = c
    c = b
    b = a
    a = (first + second) | 0
  }
  ;[a, b, c, d, e, f, g, h].forEach((word, index) => {
    state[index] = (state[index] + word) | 0
  })
}

/** SHA-256 (FIPS 180-4) as hexadecimal digits. `crypto.subtle` is missing on pages without TLS, and slow for short texts. */
function sha256(text) {
  const sent = new TextEncoder().encode(text)
  const bytes = new Uint8Array(((sent.length + 72) >> 6) << 6)
  bytes.set(sent)
  bytes[sent.length] = 0x80
  new DataView(bytes.buffer).setUint32(bytes.length - 4, sent.length * 8)
  const state = [...START]
  for (let at = 0; at < bytes.length; at += 64) block(state, bytes, at)
  return state.map((word) => (word >>> 0).toString(16).padStart(8, '0')).join('')
}

const STEP = 1000

/** Solves the challenge from a URL in small steps, so that the page stays responsive. */
async function proofOf(address) {
  const { algorithm, challenge, maxnumber, salt, signature } = await (await fetch(address)).json()
  for (let from = 0; from <= maxnumber; from += STEP) {
    for (let number = from; number < from + STEP; number += 1)
      if (sha256(salt + number) === challenge)
        return btoa(JSON.stringify({ algorithm, challenge, number, salt, signature }))
    await new Promise((resolve) => setTimeout(resolve))
  }
  return ''
}

for (const form of document.querySelectorAll('form[data-challenge]')) {
  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    const button = form.querySelector('button')
    if (button.getAttribute('aria-disabled') === 'true') return
    button.setAttribute('aria-disabled', 'true')
    button.textContent = form.dataset.busy
    // Without a proof the form is sent as if JavaScript were off.
    form.elements.proof.value = await proofOf(form.dataset.challenge).catch(() => '')
    form.submit()
  })
}

for (const form of document.querySelectorAll('form[data-venues]')) {
  const field = form.elements['venue[venue]']
  const list = document.getElementById('venues')
  let asked = ''
  let timer
  const offer = async () => {
    const typed = field.value.trim()
    if (typed.length < 2 || typed === asked) return
    asked = typed
    const address = `${form.dataset.venues}?per_page=10&search=${encodeURIComponent(typed)}`
    const response = await fetch(address).catch(() => undefined)
    if (response?.ok !== true || asked !== typed) return
    const { venues = [] } = await response.json().catch(() => ({}))
    list.replaceChildren(
      ...venues.map(({ venue, city }) =>
        Object.assign(document.createElement('option'), { value: venue, label: city }),
      ),
    )
  }
  field.addEventListener('input', () => {
    clearTimeout(timer)
    timer = setTimeout(offer, 200)
  })
}
