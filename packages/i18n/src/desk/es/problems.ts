import type { DeskCatalogue } from '../en.ts';

/** Why something was refused, in Spanish. */
export const PROBLEMS: DeskCatalogue['problems'] = {
  signedOut: 'Se ha cerrado su sesión. Vuelva a iniciar sesión.',
  roleForbids: 'Su función no lo permite.',
  changedMeanwhile: 'Algo ha cambiado entretanto. Vuelva a cargar la página e inténtelo de nuevo.',
  tooLarge: 'Es demasiado grande.',
  tooSlow: 'La conexión era demasiado lenta. Inténtelo de nuevo.',
  unclear: 'No se ha podido entender la petición. Vuelva a cargar la página e inténtelo de nuevo.',
  otherSite: 'Esta petición venía de otro sitio y se ha rechazado.',
  noSecureAddress: 'Indique en DESK_URL la dirección https en la que se abre la redacción.',
  lastOwner: 'Es el último propietario. Nombre antes propietario a otra persona.',
  alreadyMember: '{email} ya forma parte del equipo o ya tiene una invitación.',
  otherTeams:
    '{email} también forma parte de otros equipos. Pida un enlace nuevo a quien administra el servidor.',
  otherPerson: 'Esta invitación es para {email}. Cierre la sesión y vuelva a abrir el enlace.',
  wayClosed: 'Esta forma de iniciar sesión está desactivada.',
  signInFailed: 'No se ha podido iniciar sesión. Empiece de nuevo.',
  notInvited: '{email} no tiene invitación. Se distinguen mayúsculas y minúsculas.',
  noAddress:
    'La cuenta de su organización no tiene ninguna dirección de correo electrónico que se pueda usar.',
  addressNotVerified: 'Su organización no ha verificado la dirección {email}.',
  otherAccount: '{email} inicia sesión con otra cuenta de su organización.',
  emailAddress: 'Escriba una dirección de correo electrónico como anna@example.com.',
  passwordTooShort: 'Una contraseña debe tener al menos {limit} caracteres.',
  passwordTooLong: 'Una contraseña puede tener como máximo {limit} caracteres.',
  passwordTooCommon:
    'Mucha gente usa esta contraseña, por lo que es de las primeras que se prueban. Elija otra.',
  notYourPassword: 'Esta no es su contraseña actual.',
  nameLength: 'Un nombre debe tener entre 1 y {limit} caracteres.',
  keyNameTaken: 'Ya hay una clave con este nombre.',
  neverPublished: 'Nunca se han publicado: {guides}. No se ha cambiado nada.',
  draftOfOther: 'Solo {name} y los editores pueden descartar este borrador.',
  noSuchChoice: 'Esta opción no existe. Vuelva a cargar la página e inténtelo de nuevo.',
  tooManyTags: 'Una publicación puede tener como máximo {limit} etiquetas.',
  topicNotOffered: 'El foro ya no tiene este tema. Elija otro.',
  dialogDeletedToo: 'La publicación de este comentario también se ha eliminado. Restáurela primero.',
  answeredMeanwhile:
    '{name} ha respondido mientras tanto. Su respuesta sigue en el formulario: publíquela si todavía hace falta.',
  fieldTaken: 'Ya hay un campo con este nombre.',
  fieldNameRule:
    'El nombre debe tener entre 1 y 63 caracteres (de la a a la z, cifras y «_»), empezar por una letra y no ser el de un campo estándar.',
  fieldMaximumRule: 'El máximo debe ser un número entero positivo.',
  storageFull: 'El almacenamiento de su cuenta está lleno: sus archivos pueden ocupar {limit} MB en total.',
  movedAway: '{name} se ha trasladado a otro servidor.',
};
