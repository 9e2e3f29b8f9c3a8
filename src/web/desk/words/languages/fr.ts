import desk from '../../../../words/fr/desk.json' with { type: 'json' }
import shared from '../../../../words/fr/shared.json' with { type: 'json' }

export const words = { ...shared, ...desk }
