/** Refusals of the calls about photographs under several lights (docs/behaviour/lights.md). Part of `failures` in errors.ts. */
export const lightFailures = {
  lightsWithoutPicture: [409, 'Upload a picture of the piece first: the photographs are compared with it.'],
  lightsOfOtherPicture: [
    409,
    'The photographs here belong to another picture. Remove them first, or look at that picture again.',
  ],
  lightsFull: [409, 'A piece has at most {count} of these photographs. Remove one first.'],
  lightsTooFew: [409, 'The viewer needs at least {count} photographs. Add {missing} more.'],
  lightsChanged: [409, 'Somebody else has changed these photographs meanwhile. Load the page again to see them.'],
  lightNotFound: [404, 'There is no such photograph. It may have been removed.'],
  lightThere: [409, 'This photograph is here already. Choose one under another light.'],
  lightFromSameSide: [
    409,
    '{name} has its light from the same direction. Correct one of the directions, or leave one photograph out.',
  ],
  lightTooSmall: [409, 'This photograph is too small: it needs at least {pixels} pixels on its longer side.'],
  lightTurned: [409, 'This photograph is turned or mirrored. Turn it as the picture is, and choose it again.'],
  lightOtherShape: [
    409,
    'This photograph has another shape than the picture: it is cropped otherwise. Crop both in the same way.',
  ],
  lightBlurred: [409, 'This photograph is blurred. Take it again, with the camera on a tripod and the focus fixed.'],
  lightMoved: [
    409,
    'The camera has moved too far: this photograph is {how}. Take it again from the same place, or crop it as the picture.',
  ],
  lightUnlike: [
    409,
    'This photograph does not fit over the picture. It shows another piece or part, or so much shadow that nothing can be compared.',
  ],
  lightUnreadable: [409, 'This photograph could not be compared with the picture. Please try again.'],
} as const;
