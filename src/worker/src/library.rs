//! `libdxcompiler`, loaded once. All that is unsafe in this crate is here.

use std::ffi::c_void;
use std::marker::PhantomData;
use std::path::{Path, PathBuf};
use std::ptr::{NonNull, null_mut};

/// Names the library's file, in place of the search.
const VARIABLE: &str = "UBERC_DXCOMPILER";

const FILE: &str = if cfg!(windows) {
    "dxcompiler.dll"
} else if cfg!(target_os = "macos") {
    "libdxcompiler.dylib"
} else {
    "libdxcompiler.so"
};

/// `wchar_t` of the library.
#[cfg(windows)]
type Wide = u16;
#[cfg(not(windows))]
type Wide = u32;

type Status = i32;

#[repr(C)]
struct Guid(u32, u16, u16, [u8; 8]);

// The names and numbers of dxcapi.h.
const CLSID_DXC_COMPILER: Guid = Guid(0x73e2_2d93, 0xe6ce, 0x47f3, [0xb5, 0xbf, 0xf0, 0x66, 0x4f, 0x39, 0xc1, 0xb0]);
const IID_COMPILER_3: Guid = Guid(0x228b_4687, 0x5a6a, 0x4730, [0x90, 0x0c, 0x97, 0x02, 0xb2, 0x20, 0x3f, 0x54]);
const IID_OPERATION_RESULT: Guid = Guid(0xcedb_484a, 0xd4e9, 0x445a, [0xb9, 0x91, 0xca, 0x21, 0xca, 0x15, 0x7d, 0xc2]);
const IID_VERSION_INFO: Guid = Guid(0xb04f_5b50, 0x2059, 0x4f12, [0xa8, 0xff, 0xa1, 0xe0, 0xcd, 0xe1, 0xcc, 0x7e]);

const UTF_8: u32 = 65001;

#[repr(C)]
struct Buffer {
    bytes: *const c_void,
    size: usize,
    encoding: u32,
}

/// An object's methods, in the order of dxcapi.h; `this` is the first argument of each.
#[repr(C)]
struct Unknown {
    query: unsafe extern "system" fn(*mut c_void, *const Guid, *mut *mut c_void) -> Status,
    add_reference: unsafe extern "system" fn(*mut c_void) -> u32,
    release: unsafe extern "system" fn(*mut c_void) -> u32,
}

#[repr(C)]
struct Blob {
    unknown: Unknown,
    bytes: unsafe extern "system" fn(*mut c_void) -> *const c_void,
    size: unsafe extern "system" fn(*mut c_void) -> usize,
}

#[repr(C)]
struct OperationResult {
    unknown: Unknown,
    status: unsafe extern "system" fn(*mut c_void, *mut Status) -> Status,
    result: unsafe extern "system" fn(*mut c_void, *mut *mut c_void) -> Status,
    errors: unsafe extern "system" fn(*mut c_void, *mut *mut c_void) -> Status,
}

type CompileMethod = unsafe extern "system" fn(
    *mut c_void,
    *const Buffer,
    *const *const Wide,
    u32,
    *mut c_void,
    *const Guid,
    *mut *mut c_void,
) -> Status;

#[repr(C)]
struct Compiler3 {
    unknown: Unknown,
    compile: CompileMethod,
}

#[repr(C)]
struct VersionInfo {
    unknown: Unknown,
    version: unsafe extern "system" fn(*mut c_void, *mut u32, *mut u32) -> Status,
}

/// Tables that begin with those of `IUnknown`.
///
/// # Safety
/// The type is `repr(C)`, and its first field an [`Unknown`].
unsafe trait Table {}

// SAFETY: its first field is `unknown`.
unsafe impl Table for Blob {}
// SAFETY: its first field is `unknown`.
unsafe impl Table for OperationResult {}
// SAFETY: its first field is `unknown`.
unsafe impl Table for Compiler3 {}
// SAFETY: its first field is `unknown`.
unsafe impl Table for VersionInfo {}

/// An object of the library, released with this value.
struct Object<T: Table> {
    /// Points to the pointer to its table.
    pointer: NonNull<c_void>,
    table: PhantomData<T>,
}

impl<T: Table> Object<T> {
    /// # Safety
    /// `pointer` is null, or a reference of ours to an object with this table.
    unsafe fn new(pointer: *mut c_void) -> Option<Object<T>> {
        NonNull::new(pointer).map(|pointer| Object { pointer, table: PhantomData })
    }

    fn this(&self) -> *mut c_void {
        self.pointer.as_ptr()
    }

    fn table(&self) -> &T {
        // SAFETY: by `new`, the object begins with a pointer to such a table, which lives as long as the library: for ever.
        unsafe { &**self.pointer.cast::<*const T>().as_ptr() }
    }
}

impl<T: Table> Drop for Object<T> {
    fn drop(&mut self) {
        // SAFETY: by `Table`, every table begins with that of `IUnknown`; the reference is ours, and given back once.
        unsafe {
            let table = *self.pointer.cast::<*const Unknown>().as_ptr();
            ((*table).release)(self.this());
        }
    }
}

type CreateInstance = unsafe extern "system" fn(*const Guid, *const Guid, *mut *mut c_void) -> Status;

/// The library and its compiler.
pub struct Library {
    path: PathBuf,
    compiler: Object<Compiler3>,
}

/// What a compilation gave.
pub struct Compiled {
    pub messages: String,
    /// `None`: it failed.
    pub object: Option<Vec<u8>>,
}

impl Compiled {
    fn failed(reason: &str) -> Compiled {
        Compiled { messages: format!("error: {reason}\n"), object: None }
    }
}

impl Library {
    /// Loads it from the file that `UBERC_DXCOMPILER` names; else from beside this program or from the folder `lib` beside
    /// its folder; else from there as seen from a `dxc` on PATH, or from where the system keeps libraries.
    pub fn open() -> Result<Library, String> {
        let path = find()?;
        let failed = |error: libloading::Error| format!("{} cannot be loaded: {error}", path.display());
        // SAFETY: what runs is the library's own initialisation. Nothing checks that the file is DXC's: who starts this
        // program has named it, or installed it.
        let library = unsafe { libloading::Library::new(&path) }.map_err(failed)?;
        // It is never unloaded: objects of it may run code at the end of the process.
        let library: &'static libloading::Library = Box::leak(Box::new(library));
        // SAFETY: dxcapi.h declares the function so.
        let create = unsafe { library.get::<CreateInstance>(b"DxcCreateInstance\0") }.map_err(failed)?;
        let mut compiler = null_mut();
        // SAFETY: the identifiers live until it returns, and it writes one pointer.
        let status = unsafe { create(&CLSID_DXC_COMPILER, &IID_COMPILER_3, &mut compiler) };
        // SAFETY: where it succeeded, the pointer is a new reference to an IDxcCompiler3.
        let compiler = if status == 0 { unsafe { Object::new(compiler) } } else { None };
        let compiler = compiler.ok_or_else(|| format!("{} has no IDxcCompiler3", path.display()))?;
        Ok(Library { path, compiler })
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Major and minor number; zeros where it does not say.
    pub fn version(&self) -> (u32, u32) {
        let (mut major, mut minor, mut info) = (0, 0, null_mut());
        // SAFETY: the identifier lives until it returns, and it writes one pointer.
        let status =
            unsafe { (self.compiler.table().unknown.query)(self.compiler.this(), &IID_VERSION_INFO, &mut info) };
        // SAFETY: where it succeeded, the pointer is a new reference to an IDxcVersionInfo.
        let info = if status == 0 { unsafe { Object::<VersionInfo>::new(info) } } else { None };
        if let Some(info) = info {
            // SAFETY: it writes two numbers; where it fails, none.
            unsafe { (info.table().version)(info.this(), &mut major, &mut minor) };
        }
        (major, minor)
    }

    /// Compiles a text. One of the options is the text's name. An `#include` in it is an error: no handler is given.
    pub fn compile(&self, options: &[&str], source: &[u8]) -> Compiled {
        let wide: Vec<Vec<Wide>> = options.iter().map(|option| wide(option)).collect();
        let pointers: Vec<*const Wide> = wide.iter().map(|option| option.as_ptr()).collect();
        let Ok(count) = u32::try_from(pointers.len()) else { return Compiled::failed("too many options") };
        let buffer = Buffer { bytes: source.as_ptr().cast(), size: source.len(), encoding: UTF_8 };
        let mut result = null_mut();
        // SAFETY: the buffer, the options, each of which ends with a zero, and the identifier live until it returns; a null
        // handler of includes is allowed; it writes one pointer.
        let status = unsafe {
            let compile = self.compiler.table().compile;
            compile(
                self.compiler.this(),
                &buffer,
                pointers.as_ptr(),
                count,
                null_mut(),
                &IID_OPERATION_RESULT,
                &mut result,
            )
        };
        // SAFETY: where it succeeded, the pointer is a new reference to an IDxcOperationResult.
        let result = if status == 0 { unsafe { Object::<OperationResult>::new(result) } } else { None };
        let Some(result) = result else { return Compiled::failed("the compiler failed without a message") };
        let table = result.table();
        let mut status = -1;
        // SAFETY: it writes one number.
        unsafe { (table.status)(result.this(), &mut status) };
        let messages = blob(|to| {
            // SAFETY: it writes one pointer: null, or a new reference to an IDxcBlob.
            unsafe { (table.errors)(result.this(), to) }
        });
        let object = blob(|to| {
            // SAFETY: as above.
            unsafe { (table.result)(result.this(), to) }
        });
        // A C string: the zero is not of the text.
        let text = messages.split(|byte| *byte == 0).next().unwrap_or_default();
        Compiled { messages: String::from_utf8_lossy(text).into_owned(), object: (status == 0).then_some(object) }
    }
}

/// The bytes of a blob that `get` gives; none where there is no blob.
fn blob(get: impl FnOnce(*mut *mut c_void) -> Status) -> Vec<u8> {
    let mut pointer = null_mut();
    if get(&mut pointer) != 0 {
        return Vec::new();
    }
    // SAFETY: the two callers below `compile` give null, or a new reference to an IDxcBlob.
    let Some(blob) = (unsafe { Object::<Blob>::new(pointer) }) else { return Vec::new() };
    // SAFETY: the methods read the object alone.
    let (bytes, size) = unsafe { ((blob.table().bytes)(blob.this()), (blob.table().size)(blob.this())) };
    if bytes.is_null() || size == 0 {
        return Vec::new();
    }
    // SAFETY: the object owns that many bytes there, and lives until they are copied.
    unsafe { std::slice::from_raw_parts(bytes.cast::<u8>(), size) }.to_vec()
}

#[cfg(windows)]
fn wide(text: &str) -> Vec<Wide> {
    text.encode_utf16().chain([0]).collect()
}

#[cfg(not(windows))]
fn wide(text: &str) -> Vec<Wide> {
    text.chars().map(u32::from).chain([0]).collect()
}

fn find() -> Result<PathBuf, String> {
    if let Some(path) = std::env::var_os(VARIABLE) {
        return std::path::absolute(path).map_err(|error| format!("{VARIABLE}: {error}"));
    }
    let beside = |program: PathBuf| {
        let folder = program.canonicalize().unwrap_or(program).parent().map(Path::to_path_buf).unwrap_or_default();
        [folder.join(FILE), folder.join("../lib").join(FILE)]
    };
    let path = std::env::var_os("PATH").unwrap_or_default();
    let dxc = if cfg!(windows) { "dxc.exe" } else { "dxc" };
    let programs = std::env::split_paths(&path).map(|folder| folder.join(dxc)).filter(|program| program.is_file());
    let near = std::env::current_exe().into_iter().chain(programs).flat_map(beside);
    let system =
        ["/usr/local/lib", "/usr/lib/x86_64-linux-gnu", "/usr/lib/aarch64-linux-gnu", "/usr/lib64", "/usr/lib"];
    let found = near.chain(system.map(|folder| Path::new(folder).join(FILE))).find(|file| file.is_file());
    let found = found.and_then(|file| file.canonicalize().ok());
    found.ok_or_else(|| {
        format!("there is no {FILE} beside this program or beside a dxc on PATH: let {VARIABLE} name it")
    })
}
