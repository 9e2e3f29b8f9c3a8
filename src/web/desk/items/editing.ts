/** The state of the editor of a venue or organizer: its fields as texts, and the changes to send. */
import { useState } from 'preact/hooks'
import { type ApiResponse, callApi } from '../api/api.ts'
import { faultOfThrown, type RequestFault } from '../api/faults.ts'
import type { EventPublicationStatus, Organizer, Venue, VenueOrOrganizerCollection } from '../api/types.ts'
import { withScheme } from '../events/fields/completed.ts'
import { isWebAddressFieldName } from '../events/fields/field-kinds.ts'
import { useUnsaved } from '../kept/form.tsx'
import { type ChosenImage, saveTypedImages } from '../media/typed-image-texts.ts'
import { translatableTextNamesAmong, useSmallCorrectionOfTexts } from '../translating/outdated-notice.tsx'
import { loadOwnTexts, ownLanguageQueryArgs } from '../translating/translation.ts'
import { formFieldsByItemCollection } from './fields.ts'

export type LinkedItem = Venue | Organizer
type Value = string | boolean | ChosenImage | undefined
export type ItemFormValues = Readonly<Record<string, Value>>

/** The values of the form. */
function valuesOf(collection: VenueOrOrganizerCollection, item: LinkedItem | undefined): ItemFormValues {
  const stored: Readonly<Record<string, unknown>> = { ...item }
  const texts = formFieldsByItemCollection[collection].map(
    ({ name, type, isOn = false }): [string, Value] => {
      const value = stored[name] ?? (type === 'flag' ? isOn : '')
      return [name, typeof value === 'boolean' ? value : String(value)]
    },
  )
  return { ...Object.fromEntries(texts), status: item?.status ?? '', image: item?.image || undefined }
}

const sentText = (name: string, value: string | boolean) =>
  isWebAddressFieldName(name) && typeof value === 'string' ? withScheme(value) : value

/** An image is sent by its id. Its description is not a part of the item. */
const sentValue = (value: Value) => (typeof value === 'object' ? value.id : value)

/** The changed fields, as args of the API. */
function bodyOf(values: ItemFormValues, base: ItemFormValues): Readonly<Record<string, unknown>> {
  const changed = Object.entries(values).filter(
    ([name, value]) => JSON.stringify(sentValue(value)) !== JSON.stringify(sentValue(base[name])),
  )
  return Object.fromEntries(
    changed.map(([name, value]) => [
      name,
      typeof value === 'object' ? sentValue(value) : sentText(name, value ?? ''),
    ]),
  )
}

const bodyChanged = (values: ItemFormValues, base: ItemFormValues): ItemFormValues =>
  Object.fromEntries(
    Object.entries(values).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(base[name])),
  )

/** The state of the form: values, errors, and saving with the ETag of the loaded item. */
export function useVenueOrOrganizerForm(
  collection: VenueOrOrganizerCollection,
  loaded: ApiResponse<LinkedItem> | undefined,
) {
  const [stored, setStored] = useState(loaded)
  const base = valuesOf(collection, stored?.body)
  const [values, setValues] = useState(base)
  const [fault, setFault] = useState<RequestFault | undefined>(undefined)
  const changes = bodyOf(values, base)
  const texts = translatableTextNamesAmong(collection, Object.keys(changes))
  const { outdating, sent } = useSmallCorrectionOfTexts(stored?.body, texts)
  const setAll = (changed: ItemFormValues) => setValues({ ...values, ...changed })
  const kept = useUnsaved(`${collection}/${stored?.body.id ?? 'new'}`, values, base, setAll)
  const save = async (): Promise<LinkedItem | undefined> => {
    const id = stored?.body.id
    const [method, path] = id === undefined ? ['POST', `/${collection}`] : ['PATCH', `/${collection}/${id}`]
    try {
      const saved = await callApi<LinkedItem>(method, path, {
        query: stored === undefined ? {} : ownLanguageQueryArgs(stored.body),
        body: { ...changes, ...sent },
        ifMatch: stored?.etag,
      })
      const { image } = values
      const isDescribed = typeof image === 'object' && (await saveTypedImages([image]))
      const response = isDescribed ? await loadOwnTexts<LinkedItem>(`/${collection}/${saved.body.id}`) : saved
      setStored(response)
      setValues(valuesOf(collection, response.body))
      setFault(undefined)
      outdating.onChange(false)
      return response.body
    } catch (error) {
      setFault(faultOfThrown(error))
      return undefined
    }
  }
  /** After a conflict, the changes here are applied to the version that others have saved. */
  const meet = async (): Promise<void> => {
    const current = await loadOwnTexts<LinkedItem>(`/${collection}/${stored?.body.id}`)
    setValues({ ...valuesOf(collection, current.body), ...bodyChanged(values, base) })
    setStored(current)
    setFault(undefined)
  }
  const set = (name: string, value: Value) => setValues({ ...values, [name]: value })
  return {
    item: stored?.body,
    values,
    set,
    setAll,
    fault,
    outdating,
    save,
    meet,
    isChanged: Object.keys(bodyChanged(values, base)).length > 0,
    ...kept,
  }
}

/** The statuses that a venue or organizer can have. */
export const venueAndOrganizerStatuses: readonly EventPublicationStatus[] = [
  'publish',
  'draft',
  'pending',
  'private',
]
