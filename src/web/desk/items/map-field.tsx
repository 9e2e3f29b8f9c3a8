import { h } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { callApi } from '../api/api.ts'
import { faultMessage } from '../api/faults.ts'
import type { Places } from '../api/types.ts'
import type { FormValues } from '../edited/use-edited-item.ts'
import { Button } from '../parts/button.tsx'
import { OuterLink } from '../parts/link.tsx'
import { useLoaded } from '../parts/loaded.tsx'
import { loadSettings } from '../settings/settings.ts'
import { t } from '../words/index.ts'

// The coordinates of a venue: picked on a map or geocoded from its address.

const { mapstyle, mapscript } = document.body.dataset
let isLoaded = false

const hasMaps = mapstyle !== undefined && mapscript !== undefined

function loadMaps(): void {
  if (isLoaded || mapstyle === undefined || mapscript === undefined) return
  isLoaded = true
  const style = document.createElement('link')
  style.rel = 'stylesheet'
  style.href = mapstyle
  const script = document.createElement('script')
  script.type = 'module'
  script.src = mapscript
  document.head.append(style, script)
}

interface MapProps {
  readonly values: FormValues
  readonly set: (changed: Readonly<Record<'geo_lat' | 'geo_lng', string>>) => void
}

const addressOf = (values: FormValues) =>
  ['address', 'zip', 'city', 'province', 'state', 'country']
    .map((name) => String(values[name] ?? '').trim())
    .filter((part) => part !== '')
    .join(', ')

interface PickerProps extends MapProps {
  readonly tiles: string
  readonly attribution: string
}

function Picker({ values, set, tiles, attribution }: PickerProps) {
  const element = useRef<HTMLElement>(null)
  const latest = useRef(set)
  latest.current = set
  useEffect(() => {
    loadMaps()
    const picker = element.current
    const onPick = (event: Event) => {
      const { lat, lng } = Object((event as CustomEvent<unknown>).detail)
      latest.current({ geo_lat: String(lat), geo_lng: String(lng) })
    }
    picker?.addEventListener('pick', onPick)
    return () => picker?.removeEventListener('pick', onPick)
  }, [])
  return h('fasti-picker', {
    ref: element,
    role: 'application',
    tabIndex: 0,
    'aria-label': t('map.pick'),
    lat: String(values.geo_lat ?? ''),
    lng: String(values.geo_lng ?? ''),
    'data-tiles': tiles,
    'data-attribution': attribution,
    'data-zoom-in': t('map.closer'),
    'data-zoom-out': t('map.farther'),
  })
}

function Finder({ values, set }: MapProps) {
  const [found, setFound] = useState<Places | undefined>(undefined)
  const [wrong, setWrong] = useState('')
  const address = addressOf(values)
  const find = () => {
    setWrong('')
    callApi<Places>('GET', '/geocode', { query: { address } }).then(
      ({ body }) => setFound(body),
      (error: unknown) => setWrong(faultMessage(error)),
    )
  }
  return (
    <div class="finder">
      <Button class="quiet" disabled={address === ''} onClick={find} label={t('map.find')} />
      <div role="status">
        {wrong !== '' && <p class="wrong">{wrong}</p>}
        {found?.places.length === 0 && <p>{t('map.find.none')}</p>}
        {found !== undefined && found.places.length > 0 && (
          <>
            <ul class="found-places">
              {found.places.map(({ name, geo_lat, geo_lng }) => (
                <li key={name}>
                  <Button
                    class="quiet"
                    onClick={() => set({ geo_lat: String(geo_lat), geo_lng: String(geo_lng) })}
                    label={name}
                  />
                </li>
              ))}
            </ul>
            <p class="hint">{found.attribution}</p>
          </>
        )}
      </div>
    </div>
  )
}

/** The map and the address search, as far as the site has them configured; without a map of its own, a link to one that shows the place. */
export function MapField({ values, set }: MapProps) {
  const { value: settings } = useLoaded(loadSettings, [])
  if (settings === undefined) return null
  const { map_tiles: tiles, map_attribution: attribution, geocoding } = settings
  const { geo_lat: lat, geo_lng: lng } = values
  const hasMap = hasMaps && tiles !== ''
  return (
    <div class="place">
      {hasMap && <Picker values={values} set={set} tiles={tiles} attribution={attribution} />}
      {geocoding && <Finder values={values} set={set} />}
      {hasMap && !lat && <p class="hint">{t('map.pick')}</p>}
      {!hasMap && lat && lng && (
        <OuterLink
          class="button quiet"
          href={`https://www.openstreetmap.org/?mlat=${lat}&mlon=${lng}#map=17/${lat}/${lng}`}
          label={t('review.map')}
        />
      )}
    </div>
  )
}
